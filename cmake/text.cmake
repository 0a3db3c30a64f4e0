# dv_text(target symbol file): the bytes of a file as `const unsigned char symbol[]` and `const unsigned symbol_size` in a target.
function(dv_text target symbol file)
  set(out ${CMAKE_BINARY_DIR}/text/${symbol}.c)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  file(CONFIGURE OUTPUT ${out} CONTENT
       "extern const unsigned char ${symbol}[];\nextern const unsigned ${symbol}_size;\nconst unsigned char ${symbol}[] = {${bytes}0};\nconst unsigned ${symbol}_size = ${size};\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  target_sources(${target} PRIVATE ${out})
endfunction()
