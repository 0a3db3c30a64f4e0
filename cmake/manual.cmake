# Man pages and bash completion, made by the command itself from its tables of verbs.
if(CMAKE_CROSSCOMPILING)
  return()
endif()
set(manual ${CMAKE_BINARY_DIR}/manual)
add_custom_command(
  OUTPUT ${manual}/made
  COMMAND ${CMAKE_COMMAND} -DDAVIT=$<TARGET_FILE:davit> -DTO=${manual} -P ${CMAKE_SOURCE_DIR}/cmake/manual_write.cmake
  DEPENDS davit ${CMAKE_SOURCE_DIR}/cmake/manual_write.cmake
  COMMENT "Man pages and completion")
add_custom_target(manual ALL DEPENDS ${manual}/made)
install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)
install(FILES ${manual}/davit DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
