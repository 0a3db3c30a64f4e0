# Fetches the page's packages: cmake -DNPM= -DFROM= -DTO= -P page_packages.cmake. Leaves TO/packages, and TO/missing if npm failed.
file(COPY ${FROM}/package.json ${FROM}/package-lock.json DESTINATION ${TO})
file(REMOVE ${TO}/missing)
execute_process(COMMAND ${NPM} ci --prefer-offline --no-audit --no-fund --ignore-scripts --loglevel=error
                WORKING_DIRECTORY ${TO} RESULT_VARIABLE bad)
if(bad)
  message(WARNING "npm gave no packages: davit is built without the viewer's page, and davit view and davit report will not work. "
                  "Configure again (cmake --preset release) where npm reaches its registry")
  file(TOUCH ${TO}/missing)
endif()
file(TOUCH ${TO}/packages)
