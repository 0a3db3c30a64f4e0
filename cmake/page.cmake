# The viewer's page: npm's packages as the lock file pins them, bundled by esbuild into one C file in the build folder.
find_program(NPM npm REQUIRED)
set(page_dir ${CMAKE_BINARY_DIR}/page)
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/page/src/*)
add_custom_command(
  OUTPUT ${page_dir}/packages
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/page/package.json ${CMAKE_SOURCE_DIR}/page/package-lock.json ${page_dir}
  COMMAND ${NPM} ci --prefer-offline --no-audit --no-fund --ignore-scripts --loglevel=error
  COMMAND ${CMAKE_COMMAND} -E touch ${page_dir}/packages
  DEPENDS ${CMAKE_SOURCE_DIR}/page/package.json ${CMAKE_SOURCE_DIR}/page/package-lock.json
  WORKING_DIRECTORY ${page_dir}
  COMMENT "Packages of the viewer's page")
add_custom_command(
  OUTPUT ${page_dir}/page.c
  COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${page_dir}/node_modules node ${CMAKE_SOURCE_DIR}/page/build.cjs ${page_dir}
  DEPENDS ${page_dir}/packages ${page_files} ${CMAKE_SOURCE_DIR}/page/build.cjs
  COMMENT "The viewer's page")
file(MAKE_DIRECTORY ${page_dir})
target_sources(dv_scene PRIVATE ${page_dir}/page.c)
