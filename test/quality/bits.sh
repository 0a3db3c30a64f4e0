#!/bin/sh
# gcc, clang and aarch64 (under qemu) give the same bits for functions and dynamics, optimised or not.
# usage: bits.sh <source dir> <work dir>
set -eu
cd "$1"
out=$2
mkdir -p "$out"
files="test/quality/bits.c test/skeleton/tree.c $(find src/skeleton src/math -name '*.c')"
flags="-std=gnu11 -fno-math-errno -ffp-contract=off -Wall -Werror -DDV_LANES=1 -Iinclude -Isrc -Itest"

# try <name> <runner> <compiler and its flags>: prints name and hash.
try()
{
  name=$1
  runner=$2
  shift 2
  "$@" $flags $files -o "$out/$name" -lm
  echo "$name $($runner "$out/$name")"
}

{
  try gcc-O3 "" gcc -O3
  try gcc-O1 "" gcc -O1
  try clang-O3 "" clang -O3
  try aarch64-O2 qemu-aarch64 aarch64-linux-gnu-gcc -O2 -static
} | tee "$out/hashes"
[ "$(wc -l <"$out/hashes")" = 4 ] && [ "$(cut -d' ' -f2 "$out/hashes" | sort -u | wc -l)" = 1 ]
