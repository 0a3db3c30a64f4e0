# The lane folders once more, with `real` a node of a graph (src/graph/real.hpp): what `davit compile` runs a machine through.
file(GLOB_RECURSE files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/kinds/*.c ${CMAKE_SOURCE_DIR}/src/skeleton/*.c
     ${CMAKE_SOURCE_DIR}/src/engine/*.c ${CMAKE_SOURCE_DIR}/src/step/chart.c)
set(copies)
foreach(file ${files})
  file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR}/src ${file})
  set(copy ${CMAKE_BINARY_DIR}/graph/${name}pp)
  file(CONFIGURE OUTPUT ${copy} CONTENT "#include \"${name}\"\n")
  list(APPEND copies ${copy})
endforeach()
add_library(dv_tracing OBJECT ${copies})
target_include_directories(dv_tracing PRIVATE $<TARGET_PROPERTY:dv_graph,INCLUDE_DIRECTORIES>)
target_compile_definitions(dv_tracing PRIVATE DV_TRACE=\"graph/real.hpp\" DV_LANES=2 DV_CALLS)
target_compile_options(dv_tracing PRIVATE ${DAVIT_FLAGS_TRACE})
if(DV_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(dv_tracing PRIVATE -fno-sanitize=function,vptr)  # they want the C++ run-time library
endif()
target_sources(dv_graph PRIVATE $<TARGET_OBJECTS:dv_tracing>)
set_target_properties(dv_graph PROPERTIES LINKER_LANGUAGE C)
