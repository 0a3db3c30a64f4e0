#!/bin/sh
# Objects that run on every x86-64 hold no AVX instruction: no ymm or zmm register, no VEX mnemonic on xmm.
# usage: baseline.sh <object or archive>...   (objects of the wider lanes are left out by their directory's name)
set -eu
objdump -d --no-show-raw-insn "$@" | awk '
  /file format/ { object = $1; wide = object ~ /_x[48]\./; if (!wide) objects++ }
  /^[0-9a-f]+ </ { name = $2 }
  !wide && (/%[yz]mm/ || /\tv[a-z0-9]+ .*%xmm/) { if (!(name in seen)) { print object, name, $0; faults++ } seen[name] = 1 }
  END { print objects + 0, "objects,", faults + 0, "functions beyond the baseline"; exit faults > 0 || objects == 0 }'
