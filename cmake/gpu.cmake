# Programs for a graphics card: their texts, and the headers that the card's compiler takes from us, are part of the library.
include(cmake/text.cmake)
dv_text(dv_gpu gpu_prelude ${CMAKE_SOURCE_DIR}/src/gpu/prelude.cuh)
dv_text(dv_gpu gpu_run ${CMAKE_SOURCE_DIR}/src/gpu/run.cuh)
dv_text(dv_gpu gpu_real ${CMAKE_SOURCE_DIR}/include/davit/real.h)
dv_text(dv_gpu gpu_functions ${CMAKE_SOURCE_DIR}/include/davit/functions.h)
dv_text(dv_gpu gpu_measure ${CMAKE_SOURCE_DIR}/src/base/measure.h)
dv_text(dv_gpu gpu_laws ${CMAKE_SOURCE_DIR}/src/base/measure_laws.h)
target_link_libraries(dv_gpu PUBLIC ${CMAKE_DL_LIBS})
