#!/bin/sh
# The core compiles for aarch64, with the same warnings as errors.
# usage: arm.sh <source dir> <work dir> <folder>...
set -eu
src=$1
out=$2
shift 2
cc="aarch64-linux-gnu-gcc -std=gnu11 -O1 -Wall -Wextra -Wpedantic -Werror -fno-math-errno -ffp-contract=off -DDV_LANES=1 -DDV_CALLS"
mkdir -p "$out"
count=0
for folder; do
  for file in $(find "$src/src/$folder" -name '*.c'); do
    $cc -I"$src/include" -I"$src/src" -c "$file" -o "$out/object.o"
    count=$((count + 1))
  done
done
echo "$count files compile for aarch64"
[ "$count" -gt 0 ]
