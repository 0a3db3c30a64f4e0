#!/bin/sh
# Two ways to run the command give the same bytes: every machine with each of the fixed-step solvers. Where a solver cannot run a
# machine (a step too long for it: 2, a formulation that it does not know: 1) both must say so in the same words.
# usage: same.sh <machines dir> <work dir> <first command> <second command> <until> <solver>...
# (commands may have arguments and variables)
set -u
machines=$1
out=$2
first=$3
second=$4
until=$5
shift 5
rm -rf "$out"
mkdir -p "$out"
same=0
refused=0
differ=0

# What a run said, without the name of its result; and the part of it that a run that fails leaves behind.
said()
{
  sed 's/-[12]\.\(incomplete\.\)*csv/.csv/' "$1.txt"
  [ ! -e "${1%.csv}.incomplete.csv" ] || cksum <"${1%.csv}.incomplete.csv"
}

for machine in "$machines"/*.yaml; do
  name=$(basename "$machine" .yaml)
  for solver; do
    a="$out/$name-$solver-1.csv"
    b="$out/$name-$solver-2.csv"
    options="--solver $solver --step 0.001s --until $until --every 0.01s"
    env $first run "$machine" $options --out "$a" >"$a.txt" 2>&1
    first_code=$?
    env $second run "$machine" $options --out "$b" >"$b.txt" 2>&1
    second_code=$?
    if [ -s "$a" ] && cmp "$a" "$b"; then
      same=$((same + 1))
    elif { [ $first_code = 1 ] || [ $first_code = 2 ]; } && [ $second_code = $first_code ] && [ "$(said "$a")" = "$(said "$b")" ]; then
      refused=$((refused + 1))
    else
      echo "$name $solver: differs or does not run"
      tail -n 3 "$a.txt" "$b.txt" 2>/dev/null
      differ=$((differ + 1))
    fi
  done
done
echo "$same runs equal to the last byte, $refused refused alike, $differ not"
[ "$differ" -eq 0 ] && [ "$same" -gt 0 ]
