#!/bin/sh
# build.sh SOURCE CC FLAGS MODEL.dvm OUT: the core runtime and embedded.c for another computer, e.g. arm-linux-gnueabihf-gcc.
# The core: base (what it needs of it), math, kinds, skeleton, model, engine, step, run, core; nothing but libc and libm.
set -eu
source=$(cd "$1" && pwd) cc=$2 flags=$3 model=$4 out=$5
mkdir -p "$out"
{
  echo 'alignas(64) static const unsigned char machine[] = {'
  od -An -v -tu1 "$model" | sed 's/  */ /g; s/^ //; s/ /,/g; s/$/,/'
  echo '};'
} >"$out/machine.h"
flags="-std=gnu11 -DDV_LANES=1 -DDV_ONE_WIDTH -fno-math-errno -ffp-contract=off -I$source/include -I$source/src -I$out $flags"
cd "$source/src"
base="base/arena.c base/diag.c base/hash.c base/visible.c base/text.c base/number.c base/solver.c"
find math kinds skeleton model engine step run core -name '*.c' | while read -r file; do
  echo "$file $out/$(echo "$file" | tr / _ | sed 's/c$/o/')"
done >"$out/files"
for file in $base; do echo "$file $out/$(echo "$file" | tr / _ | sed 's/c$/o/')" >>"$out/files"; done
xargs -P "${JOBS:-2}" -n 2 sh -c "$cc $flags -c \"\$0\" -o \"\$1\"" <"$out/files"
rm -f "$out/libcore.a"
ar=$(echo "$cc" | sed 's/^ccache //; s/gcc$/ar/')
"$ar" rc "$out/libcore.a" "$out"/*.o
wrap=-Wl,--wrap=malloc,--wrap=calloc,--wrap=aligned_alloc
$cc $flags "$source/examples/embedded/embedded.c" "$source/examples/embedded/heap.c" "$out/libcore.a" $wrap -lm -static -o "$out/embedded"
