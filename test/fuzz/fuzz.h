// fuzz.h: one input through the whole reader: read, written and read again, checked with every case.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum { FUZZ_YAML, FUZZ_URDF } fuzz_format;

void fuzz_one(const uint8_t *bytes, size_t n, fuzz_format format);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
