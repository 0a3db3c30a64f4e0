# dv_peers: other codes behind one struct of functions (peer.h), for the differential tests and the benchmarks.
include_guard(GLOBAL)
set(here ${CMAKE_SOURCE_DIR}/test/peers)

# Each is needed: a missing one is an error with its remedy, never a silent skip.
find_package(mujoco QUIET)
find_package(Simbody QUIET)
find_package(orocos_kdl QUIET)
find_package(Eigen3 QUIET)
foreach(peer mujoco Simbody orocos_kdl)
  if(NOT ${peer}_FOUND)
    message(FATAL_ERROR "${peer} is missing: the tests and benchmarks compare with it. Run tools/setup, which installs "
                        "libmujoco-dev, libsimbody-dev and liborocos-kdl-dev, or configure with -DDV_TESTS=OFF -DDV_BENCH=OFF.")
  endif()
endforeach()

add_library(dv_peers STATIC ${here}/shape.c ${here}/rates.c ${here}/mjcf.c ${here}/mujoco.c ${here}/simbody.cc ${here}/kdl.cc)
target_include_directories(dv_peers PUBLIC ${here})
target_include_directories(dv_peers SYSTEM PRIVATE ${Simbody_INCLUDE_DIR} ${orocos_kdl_INCLUDE_DIRS} ${EIGEN3_INCLUDE_DIR})
set_target_properties(dv_peers PROPERTIES CXX_STANDARD 17)    # Simbody 3.7 is ambiguous in C++20
target_compile_definitions(dv_peers PRIVATE _GNU_SOURCE)
target_link_libraries(dv_peers PUBLIC dv_skeleton dv_base PRIVATE mujoco::mujoco ${Simbody_LIBRARIES} ${orocos_kdl_LIBRARIES})
# Our own skeleton is one of the codes, once per width.
foreach(width ${DV_WIDTHS})
  add_library(dv_peers_x${width} OBJECT ${here}/davit.c)
  target_compile_definitions(dv_peers_x${width} PRIVATE DV_LANES=${width})
  target_compile_options(dv_peers_x${width} PRIVATE ${DV_FLAGS_${width}})
  target_include_directories(dv_peers_x${width} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
  target_sources(dv_peers PRIVATE $<TARGET_OBJECTS:dv_peers_x${width}>)
endforeach()
