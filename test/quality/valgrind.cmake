# The same tests once more under valgrind (release build; the peers' own code and the longest are left out, and the
# process without rights, which forbids what valgrind itself needs).
if(NOT DV_SANITIZE AND NOT DV_COVER)
  get_property(names GLOBAL PROPERTY DV_TEST_NAMES)
  list(FILTER names EXCLUDE REGEX "^peers/|/((forestry|arm)_runs|sandbox|fit_bound|saved_rows|gradient|card_source|card_sweep)$")
  foreach(path ${names})
    get_filename_component(name ${path} NAME)
    add_test(NAME valgrind_${name}
             COMMAND valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
                     $<TARGET_FILE:test_${name}>
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(valgrind_${name} PROPERTIES LABELS "release;valgrind")
  endforeach()
endif()
