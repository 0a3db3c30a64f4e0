#!/bin/sh
# embedded.sh SOURCE DAVIT NATIVE WORK: the core for 32-bit ARM gives the bits that the same program gives here, without the heap.
set -eu
source=$(cd "$1" && pwd) davit=$2 native=$3 work=$4
for tool in arm-linux-gnueabihf-gcc qemu-arm; do
  command -v $tool >/dev/null || { echo "skipped: there is no $tool (tools/setup test installs it)"; exit 77; }
done
mkdir -p "$work"
work=$(cd "$work" && pwd)
cc=arm-linux-gnueabihf-gcc
! command -v ccache >/dev/null || cc="ccache $cc"
"$davit" build "$source/test/api/cart.yaml" -o "$work/cart.dvm"
"$source/examples/embedded/build.sh" "$source" "$cc" -O0 "$work/cart.dvm" "$work/arm"
qemu-arm "$work/arm/embedded" | tee "$work/arm.txt"
"$native" "$work/cart.dvm" | tee "$work/here.txt"
grep -q '^32-bit' "$work/arm.txt"
[ "$(sed 's/^[0-9]*-bit//' "$work/arm.txt")" = "$(sed 's/^[0-9]*-bit//' "$work/here.txt")" ]
