#!/bin/sh
# Objects that run on every x86-64 hold no AVX instruction: no ymm or zmm register, no VEX mnemonic on xmm.
# Functions called ..._avx2 and ..._avx512 may: who calls them asks the CPU first.
# usage: baseline.sh <object or archive>...
set -eu
objdump -d --no-show-raw-insn "$@" | awk '
  /file format/ { object = $1; objects++ }
  /^[0-9a-f]+ </ { name = object " " $2 }
  name ~ /_avx(2|512)>:/ { next }
  (/%[yz]mm/ || /\tv[a-z0-9]+ .*%xmm/) && !(name in seen) { print name, $0; seen[name] = 1; faults++ }
  END { print objects + 0, "objects,", faults + 0, "functions beyond the baseline"; exit faults > 0 || objects == 0 }'
