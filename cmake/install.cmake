# The library for others, and what `make install` puts where: command, libdavit.a, libdavit.so, headers, pkg-config file, CMake package,
# Python package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What libdavit.a needs beside it.
set(DAVIT_PRIVATE sundials_cvodes sundials_kinsol sundials_nvecserial sundials_sunlinsolklu klu lapacke openblas fyaml expat
    hdf5_serial matio z zip ${CMAKE_DL_LIBS} m)
list(TRANSFORM DAVIT_PRIVATE PREPEND -l OUTPUT_VARIABLE DAVIT_PRIVATE_LIBS)
string(JOIN " " DAVIT_PRIVATE_LIBS ${DAVIT_PRIVATE_LIBS})

set(folders base model math kinds skeleton engine step run graph beam sandbox xml mesh spec import audit outside assemble solve gpu record scene exchange
    api)

# All objects of the folders that the public header needs, lanes included.
set(objects)
foreach(folder ${folders})
  get_target_property(type dv_${folder} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    continue()
  endif()
  if(TARGET dv_${folder}_x1)
    foreach(width ${DV_WIDTHS})
      list(APPEND objects $<TARGET_OBJECTS:dv_${folder}_x${width}>)
    endforeach()
  else()
    list(APPEND objects $<TARGET_OBJECTS:dv_${folder}>)
  endif()
endforeach()
list(APPEND objects $<TARGET_OBJECTS:dv_tracing>)

add_library(davit_static STATIC ${objects})
add_library(davit_shared SHARED ${objects})
set(exports ${CMAKE_SOURCE_DIR}/src/api/davit.map)
target_link_options(davit_shared PRIVATE -Wl,--version-script=${exports})
if(NOT DV_SANITIZE)  # the sanitizer's own symbols come with the program
  target_link_options(davit_shared PRIVATE -Wl,--no-undefined)
endif()
set_target_properties(davit_shared PROPERTIES LINK_DEPENDS ${exports} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
foreach(target davit_static davit_shared)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME davit LINKER_LANGUAGE C)
endforeach()
foreach(lib libfyaml expat sundials lapacke hdf5 matio zlib libzip)
  dv_use(davit_shared ${lib})
endforeach()
target_link_libraries(davit_shared PRIVATE m)

# Where libraries are looked for is what it will be once installed: CMake pads what it would have to change then, and the loader takes the empty
# entry at its end for the folder that somebody works in.
set_target_properties(davit davit_shared PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
install(TARGETS davit davit_static davit_shared)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/davit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/python/davit DESTINATION lib/python3/dist-packages FILES_MATCHING PATTERN "*.py" PATTERN "py.typed"
        PATTERN "__pycache__" EXCLUDE)
# the prefix is known when installing, not before
install(CODE "
  set(PROJECT_VERSION ${PROJECT_VERSION})
  set(DAVIT_PRIVATE_LIBS \"${DAVIT_PRIVATE_LIBS}\")
  set(CMAKE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
  set(CMAKE_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
  get_filename_component(CMAKE_INSTALL_PREFIX \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
  configure_file(\"${CMAKE_SOURCE_DIR}/cmake/davit.pc.in\" \"${CMAKE_BINARY_DIR}/davit.pc\" @ONLY)")
install(FILES ${CMAKE_BINARY_DIR}/davit.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/davit)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/davitConfig.cmake.in ${CMAKE_BINARY_DIR}/davitConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/davitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/davitConfig.cmake ${CMAKE_BINARY_DIR}/davitConfigVersion.cmake ${CMAKE_SOURCE_DIR}/cmake/widths.cmake
        ${CMAKE_SOURCE_DIR}/cmake/kinds.cmake DESTINATION ${package})
