# Outside libraries by their short names; one folder of src/ uses each.
find_package(PkgConfig REQUIRED)

function(dv_use target lib)
  if(lib STREQUAL "libfyaml" OR lib STREQUAL "expat" OR lib STREQUAL "matio" OR lib STREQUAL "zlib" OR lib STREQUAL "libwebsockets" OR
     lib STREQUAL "libzip" OR lib STREQUAL "libmodbus")
    pkg_check_modules(${lib} REQUIRED IMPORTED_TARGET ${lib})
    target_link_libraries(${target} PRIVATE PkgConfig::${lib})
  elseif(lib STREQUAL "sundials")
    # Not by its CMake package: that asks for OpenMP and more, which these three do not use.
    foreach(part cvodes kinsol nvecserial sunlinsolklu)
      find_library(SUNDIALS_${part} sundials_${part} REQUIRED)
      target_link_libraries(${target} PRIVATE ${SUNDIALS_${part}})
    endforeach()
    find_path(KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse REQUIRED)  # sunlinsol_klu.h includes it
    find_library(KLU_LIB klu REQUIRED)
    target_include_directories(${target} SYSTEM PRIVATE ${KLU_INCLUDE})
    target_link_libraries(${target} PRIVATE ${KLU_LIB})
  elseif(lib STREQUAL "lapacke")
    find_library(LAPACKE_LIB lapacke REQUIRED)
    find_library(OPENBLAS_LIB openblas REQUIRED)
    target_link_libraries(${target} PRIVATE ${LAPACKE_LIB} ${OPENBLAS_LIB})
  elseif(lib STREQUAL "hdf5")
    pkg_check_modules(hdf5 REQUIRED IMPORTED_TARGET hdf5-serial)
    target_link_libraries(${target} PRIVATE PkgConfig::hdf5)
  else()
    message(FATAL_ERROR "unknown outside library ${lib}")
  endif()
endfunction()
