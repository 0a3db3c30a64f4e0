#!/bin/sh
# On a real card, if there is one: results in double precision have the processor's bits, by every kind of method.
# usage: real_card.sh <davit>; 77: skipped
set -eu
for run in "arm7 rk4" "arm7 rk3" "arm7 rkn" "arm7 rosenbrock"; do
  set -- "$1" $run
  if ! out=$("$1" bench "machines/$2.yaml" --gpu --solver "$3" --step 1ms 2>&1); then
    case $out in
    *"graphics card"*) echo "skipped: $out"; exit 77 ;;
    esac
    echo "$out"
    exit 1
  fi
  echo "$out" | grep -q "the processor's bits.* 0\$" || { echo "$out"; exit 1; }
done
