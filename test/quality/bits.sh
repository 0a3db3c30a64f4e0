#!/bin/sh
# gcc, clang and aarch64 (under qemu) give the same bits for functions and dynamics.
# usage: bits.sh <source dir> <work dir> <build dir of gcc> <build dir of clang>
set -eu
cd "$1"
out=$2
mkdir -p "$out"
main="test/quality/bits.c test/skeleton/tree.c"
flags="-std=gnu11 -fno-math-errno -ffp-contract=off -Wall -Werror -DDV_LANES=1 -Iinclude -Isrc -Itest"

gcc -O3 $flags $main "$3/libdv_skeleton.a" -lm -o "$out/gcc"
clang -O3 $flags $main "$4/libdv_skeleton.a" -lm -o "$out/clang"
# without forced inlining: compiles in seconds, and shows that inlining does not change a bit
aarch64-linux-gnu-gcc -O1 -static -DDV_CALLS $flags $main $(find src/skeleton src/math -name '*.c') -lm -o "$out/aarch64"

{
  echo "gcc $("$out/gcc")"
  echo "clang $("$out/clang")"
  echo "aarch64 $(qemu-aarch64 "$out/aarch64")"
} | tee "$out/hashes"
[ "$(cut -d' ' -f2 "$out/hashes" | sort -u | wc -l)" = 1 ]
