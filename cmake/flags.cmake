# Flags that every target gets, and those of the lane widths.
add_compile_options(-Wall -Wextra -Wpedantic -Werror -fno-math-errno -ffp-contract=off)
add_compile_options($<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>)
set(CMAKE_C_FLAGS_RELEASE "-O3")
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
# Dev: what the sanitizers, clang-tidy and coverage are built with.
set(CMAKE_C_FLAGS_DEV "-O1 -g")
set(CMAKE_CXX_FLAGS_DEV "-O1 -g")
add_compile_definitions($<$<CONFIG:Dev>:DV_CALLS>)
if(DV_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(DV_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # coverage for libFuzzer
endif()
if(DV_COVER)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# Widths: x1 for the compiler's baseline; x4 and x8 for AVX2 and AVX-512, chosen by the CPU at run time.
set(DV_WIDTHS 1)
if(DV_ONE_WIDTH)
  add_compile_definitions(DV_ONE_WIDTH)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND DV_WIDTHS 4 8)
endif()
set(DV_FLAGS_1)
set(DV_FLAGS_4 -march=x86-64-v3 -Wno-psabi)
set(DV_FLAGS_8 -march=x86-64-v4 -Wno-psabi)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # Pairs that gcc packs of neighbours are loads of what was just stored in halves, which wait; loops still vectorise.
  # What is moved down into branches stays alive longer: the passes lose registers by it.
  list(APPEND DV_FLAGS_1 -fno-tree-slp-vectorize -fno-tree-sink)
  list(APPEND DV_FLAGS_4 -mmove-max=256 -mstore-max=256)
  list(APPEND DV_FLAGS_8 -mprefer-vector-width=512 -mmove-max=512 -mstore-max=512)
endif()
