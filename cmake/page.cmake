# The viewer's page: npm's packages as the lock file pins them, bundled by esbuild into one C file in the build folder. Where npm is
# not there or reaches nothing, the command is built all the same: `view` and `report` then say what is missing. The next configuring
# tries again.
option(DV_PAGE "build the viewer's page, which needs npm" ON)
set(page_dir ${CMAKE_BINARY_DIR}/page)
file(MAKE_DIRECTORY ${page_dir})
file(WRITE ${page_dir}/none.c.new "// none.c: in the place of the viewer's page.\n#include \"scene/page.h\"\n"
           "const unsigned char dv_page[] = {0};\nconst unsigned long dv_page_bytes = 0;\n"
           "const unsigned char dv_edit_page[] = {0};\nconst unsigned long dv_edit_page_bytes = 0;\n")
file(COPY_FILE ${page_dir}/none.c.new ${page_dir}/none.c ONLY_IF_DIFFERENT)
find_program(NPM npm)
if(NOT DV_PAGE OR NOT NPM)
  message(WARNING "davit is built without the viewer's page: davit view and davit report will not work "
                  "(npm is not there, or DV_PAGE is off)")
  target_sources(dv_scene PRIVATE ${page_dir}/none.c)
  return()
endif()

file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/page/src/* ${CMAKE_SOURCE_DIR}/machines/*.yaml)
list(APPEND page_files ${CMAKE_SOURCE_DIR}/doc/modelling.md ${CMAKE_SOURCE_DIR}/src/base/shown.def)
# A page that could not be built is built when one configures again.
if(EXISTS ${page_dir}/missing)
  file(REMOVE ${page_dir}/missing ${page_dir}/packages ${page_dir}/page.c)
endif()
add_custom_command(
  OUTPUT ${page_dir}/packages
  COMMAND ${CMAKE_COMMAND} -DNPM=${NPM} -DFROM=${CMAKE_SOURCE_DIR}/page -DTO=${page_dir} -P ${CMAKE_SOURCE_DIR}/cmake/page_packages.cmake
  DEPENDS ${CMAKE_SOURCE_DIR}/page/package.json ${CMAKE_SOURCE_DIR}/page/package-lock.json
  COMMENT "Packages of the viewer's page")
add_custom_command(
  OUTPUT ${page_dir}/page.c
  COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_SOURCE_DIR}/page -DTO=${page_dir} -P ${CMAKE_SOURCE_DIR}/cmake/page_bundle.cmake
  DEPENDS ${page_dir}/packages ${page_files} ${CMAKE_SOURCE_DIR}/page/build.cjs
  COMMENT "The viewer's page")
target_sources(dv_scene PRIVATE ${page_dir}/page.c)
