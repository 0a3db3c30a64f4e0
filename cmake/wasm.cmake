# The engine of `davit page`: the core runtime as WebAssembly, by Debian's clang, lld, wasi-libc and libclang-rt-14-dev-wasm32, put into
# one C file as bytes. Where they are not there, the command is built all the same: `davit page` then says what is missing.
option(DV_WASM "build the engine of davit page, which needs clang, lld and wasi-libc" ON)
set(wasm ${CMAKE_BINARY_DIR}/wasm)
file(MAKE_DIRECTORY ${wasm})
file(WRITE ${wasm}/none "")
file(WRITE ${wasm}/try.c "int twice(int x) { return 2 * x; }\n")
set(engine none)
find_program(WASM_CLANG NAMES clang clang-14)
if(DV_WASM AND WASM_CLANG)
  execute_process(COMMAND ${WASM_CLANG} --target=wasm32-wasi -mexec-model=reactor ${wasm}/try.c -o ${wasm}/try.wasm
                  RESULT_VARIABLE bad OUTPUT_QUIET ERROR_QUIET)
  if(NOT bad)
    set(engine engine.wasm)
  endif()
endif()
if(engine STREQUAL none)
  message(STATUS "davit page will not work: clang, lld, wasi-libc and libclang-rt-14-dev-wasm32 are not there, or DV_WASM is off")
else()
  set(engine_files)
  foreach(folder base math kinds skeleton model engine step run core)
    file(GLOB_RECURSE some CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*)
    list(APPEND engine_files ${some})
  endforeach()
  file(GLOB_RECURSE some CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/page/engine/*)
  list(APPEND engine_files ${some})
  add_custom_command(
    OUTPUT ${wasm}/engine.wasm
    COMMAND ${CMAKE_COMMAND} -S ${CMAKE_SOURCE_DIR}/page/engine -B ${wasm}/build -G Ninja -DCMAKE_SYSTEM_NAME=Generic
            -DCMAKE_C_COMPILER=${WASM_CLANG} -DCMAKE_C_COMPILER_TARGET=wasm32-wasi -DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER} >${wasm}/log
    COMMAND ${CMAKE_COMMAND} --build ${wasm}/build -j 2 >>${wasm}/log
    COMMAND ${CMAKE_COMMAND} -E copy ${wasm}/build/engine.wasm ${wasm}/engine.wasm
    DEPENDS ${engine_files} ${CMAKE_SOURCE_DIR}/include/davit/kind.h ${CMAKE_SOURCE_DIR}/include/davit/real.h ${CMAKE_SOURCE_DIR}/include/davit/functions.h
            ${CMAKE_SOURCE_DIR}/include/davit/parameters.h ${CMAKE_SOURCE_DIR}/include/davit/davit.h
    COMMENT "The engine of a page")
endif()

file(CONFIGURE OUTPUT ${wasm}/engine.c CONTENT [[// Written by cmake/wasm.cmake.
#include "scene/live_page.h"
__asm__(".section .rodata\n.global dv_engine_wasm\ndv_engine_wasm:\n.incbin \"@wasm@/@engine@\"\n"
        ".global dv_engine_wasm_end\ndv_engine_wasm_end:\n.byte 0\n.previous\n");
]] @ONLY)
set_source_files_properties(${wasm}/engine.c PROPERTIES OBJECT_DEPENDS "${wasm}/${engine}")
target_sources(dv_scene PRIVATE ${wasm}/engine.c)
