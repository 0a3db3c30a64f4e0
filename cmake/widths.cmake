# Widths of lanes and their flags, for davit itself and for libraries of kinds (it is installed with the CMake package).
# x1 for the compiler's baseline; x4 and x8 for AVX2 and AVX-512, chosen by the CPU at run time.
set(DAVIT_SAME_BITS -fno-math-errno -ffp-contract=off)  # never fast-math: every width and compiler gives the same bits
set(DAVIT_WIDTHS 1)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND DAVIT_WIDTHS 4 8)
endif()
set(DAVIT_FLAGS_1)
set(DAVIT_FLAGS_4 -march=x86-64-v3 -Wno-psabi)
set(DAVIT_FLAGS_8 -march=x86-64-v4 -Wno-psabi)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # Pairs that gcc packs of neighbours are loads of what was just stored in halves, which wait; loops still vectorise.
  # What is moved down into branches stays alive longer: the passes lose registers by it.
  list(APPEND DAVIT_FLAGS_1 -fno-tree-slp-vectorize -fno-tree-sink)
  list(APPEND DAVIT_FLAGS_4 -mmove-max=256 -mstore-max=256)
  list(APPEND DAVIT_FLAGS_8 -mprefer-vector-width=512 -mmove-max=512 -mstore-max=512)
endif()
# Tracing, as C++ for its operators alone: no exceptions, no run-time types, no C++ library.
set(DAVIT_FLAGS_TRACE -O0 -fno-exceptions -fno-rtti -fno-threadsafe-statics -Wno-missing-field-initializers)
