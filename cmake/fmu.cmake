# The kit of `davit fmu`: the core runtime with the functions of FMI as a library for Linux and, where mingw-w64 is there, for Windows;
# its sources as an archive. Built by the small project in src/fmu, which FMUs carry too; put into one C file as bytes.
option(DV_FMU "build the kit of davit fmu" ON)
set(kit ${CMAKE_BINARY_DIR}/fmu)
file(MAKE_DIRECTORY ${kit})
file(WRITE ${kit}/none "")
file(WRITE ${kit}/one_width "#ifndef DV_ONE_WIDTH\n#define DV_ONE_WIDTH\n#endif\n")
set(folders base math kinds skeleton model engine step run core fmu)
set(unit_files)
foreach(folder ${folders})
  file(GLOB_RECURSE some CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*)
  list(APPEND unit_files ${some})
endforeach()

# unit(system file arguments...): kit/<file> by the project in src/fmu
function(dv_unit system file)
  add_custom_command(
    OUTPUT ${kit}/${file}
    COMMAND ${CMAKE_COMMAND} -S ${CMAKE_SOURCE_DIR}/src/fmu -B ${kit}/${system} -G Ninja -DDAVIT_UNIT_NAME=unit
            -DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER} ${ARGN} >${kit}/${system}.log
    COMMAND ${CMAKE_COMMAND} --build ${kit}/${system} -j 2 >>${kit}/${system}.log
    COMMAND ${CMAKE_COMMAND} -E copy ${kit}/${system}/${file} ${kit}/${file}
    DEPENDS ${unit_files}
    COMMENT "The FMU's library for ${system}")
endfunction()

set(linux none)
set(windows none)
set(sources none)
if(DV_FMU)
  set(linux unit.so)
  dv_unit(linux unit.so -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER})
  find_program(MINGW x86_64-w64-mingw32-gcc)
  if(MINGW)
    set(windows unit.dll)
    dv_unit(windows unit.dll -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=${MINGW})
  endif()
  set(sources sources.zip)
  set(copies)
  foreach(folder ${folders})
    list(APPEND copies COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/src/${folder} ${kit}/sources/${folder})
  endforeach()
  add_custom_command(
    OUTPUT ${kit}/sources.zip
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${kit}/sources
    ${copies}
    COMMAND ${CMAKE_COMMAND} -E rm ${kit}/sources/base/file.c ${kit}/sources/base/output.c ${kit}/sources/base/scratch.c ${kit}/sources/base/json.c ${kit}/sources/base/json_out.c
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/include/davit ${kit}/sources/davit
    # importers of FMI 2.0 compile every file without a definition
    COMMAND cat ${kit}/one_width ${CMAKE_SOURCE_DIR}/include/davit/real.h >${kit}/sources/davit/real.h
    COMMAND ${CMAKE_COMMAND} -E rename ${kit}/sources/fmu/CMakeLists.txt ${kit}/sources/CMakeLists.txt
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/LICENSE ${kit}/sources/LICENSE
    COMMAND ${CMAKE_COMMAND} -E chdir ${kit}/sources ${CMAKE_COMMAND} -E tar cf ${kit}/sources.zip --format=zip --mtime=2000-01-01 .
    DEPENDS ${unit_files} ${CMAKE_SOURCE_DIR}/src/fmu/CMakeLists.txt
    COMMENT "The FMU's sources")
endif()

set(text "// Written by cmake/fmu.cmake.\n#include \"exchange/kit.h\"\n")
foreach(part linux windows sources)
  string(APPEND text "__asm__(\".section .rodata\\n.global dv_kit_${part}\\ndv_kit_${part}:\\n.incbin \\\"${kit}/${${part}}\\\"\\n\"\n"
         "        \".global dv_kit_${part}_end\\ndv_kit_${part}_end:\\n.byte 0\\n.previous\\n\");\n")
endforeach()
file(CONFIGURE OUTPUT ${kit}/kit.c CONTENT "${text}" @ONLY)
set_source_files_properties(${kit}/kit.c PROPERTIES OBJECT_DEPENDS "${kit}/${linux};${kit}/${windows};${kit}/${sources}")
target_sources(dv_exchange PRIVATE ${kit}/kit.c)
