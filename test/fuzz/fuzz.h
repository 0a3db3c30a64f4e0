// fuzz.h: what the targets share.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum { FUZZ_YAML, FUZZ_URDF } fuzz_format;

// One input through the whole reader: read, written and read again, checked with every case.
void fuzz_one(const uint8_t *bytes, size_t n, fuzz_format format);
void fuzz_stop(const char *why, const char *text) __attribute__((noreturn));
const char *fuzz_file(const uint8_t *bytes, size_t n, const char *suffix);  // path of a file in memory with these bytes
const char *fuzz_name(const char *suffix);                                  // such a path, without a file
void fuzz_beside(const char *name, const char *text);                       // a file that inputs may name
// What an input that is taken reaches: the replay of a corpus fails if one of these is reached by no input, since then the fuzzer
// would try at a closed door.
extern const char *const fuzz_ways[];  // of the target; then NULL
void fuzz_accept(int way);
const char *fuzz_unreached(void);  // NULL: none
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
