#!/bin/sh
# picture.sh DAVIT MACHINES WORK: every machine is drawn as a bond graph, and the picture has a causal stroke for each bond.
set -eu
out=$3/pictures
mkdir -p "$out"
for machine in "$2"/*.yaml; do
  name=$(basename "$machine" .yaml)
  "$1" bondgraph "$machine" -o "$out/$name.svg" > "$out/$name.txt" 2> "$out/$name.err"
  "$1" bondgraph "$machine" -o "$out/$name.dot" > /dev/null 2>&1
  xmllint --noout "$out/$name.svg"
  bonds=$(sed -n '1s/.* \([0-9]*\) bonds.*/\1/p' "$out/$name.txt")
  strokes=$(grep -c 'tee' "$out/$name.dot" || true)
  [ "$bonds" = "$strokes" ] || { echo "$name: $bonds bonds, $strokes strokes"; exit 1; }
done
grep -q 'differential causality: m2y ' "$out/wagon-bondgraph.txt"
[ "$(grep -c 'differential causality' "$out/wagon-bondgraph.txt")" = 1 ]
