# The same tests once more under valgrind (release build). Left out: the peers' own code; the process without rights, which forbids
# what valgrind itself needs; the longest; and those that run the command, where valgrind would see only who starts it.
if(NOT DV_SANITIZE AND NOT DV_COVER)
  get_property(names GLOBAL PROPERTY DV_TEST_NAMES)
  set(longest audit batch_lanes card_batch card_source control_observer entries fit_bound forestry_modes functions gradient kind_examples saved_rows arm_runs forestry_runs)
  list(FILTER names EXCLUDE REGEX "^peers/|/sandbox$")
  foreach(path ${names})
    get_filename_component(name ${path} NAME)
    get_target_property(sources test_${name} SOURCES)
    if(name IN_LIST longest OR sources MATCHES "command\\.c")
      continue()
    endif()
    add_test(NAME valgrind_${name}
             COMMAND valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
                     $<TARGET_FILE:test_${name}>
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(valgrind_${name} PROPERTIES LABELS "release;valgrind")
  endforeach()
endif()
