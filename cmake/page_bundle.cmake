# Bundles the page, or puts nothing in its place: cmake -DFROM= -DTO= -P page_bundle.cmake
if(EXISTS ${TO}/missing)
  file(COPY_FILE ${TO}/none.c ${TO}/page.c)
else()
  execute_process(COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${TO}/node_modules node ${FROM}/build.cjs ${TO} COMMAND_ERROR_IS_FATAL ANY)
endif()
file(TOUCH ${TO}/page.c)
