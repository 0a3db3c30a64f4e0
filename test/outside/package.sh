#!/bin/sh
# package.sh BUILD SOURCE CC CXX FLAGS: from an installed prefix and by its CMake package alone: builds examples/run and examples/kind,
# then uses the kinds as an author would.
set -eu
build=$1 source=$2 cc=$3 cxx=$4 flags=$5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$build" --prefix "$dir/root" >"$dir/log" || { cat "$dir/log"; exit 1; }
davit=$dir/root/bin/davit
XDG_CACHE_HOME=$dir/cache
export XDG_CACHE_HOME

# example NAME: configured and built in a folder of its own, without davit's tree
example()
{
  cp -r "$source/examples/$1" "$dir/$1"
  { cmake -S "$dir/$1" -B "$dir/$1/build" -DCMAKE_PREFIX_PATH="$dir/root" -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
    -DCMAKE_C_FLAGS="$flags -Wall -Wextra -Wpedantic -Werror" -DCMAKE_CXX_FLAGS="$flags -Wall -Wextra -Werror" &&
    cmake --build "$dir/$1/build"; } >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
}

fail() { echo "$*"; exit 1; }
# refused CODE TEXT command...: ends with that code and says the text
refused()
{
  code=$1 text=$2 got=0
  shift 2
  "$@" >"$dir/said" 2>&1 || got=$?
  [ $got -eq "$code" ] || { cat "$dir/said"; fail "$* gave $got, not $code"; }
  grep -q -- "$text" "$dir/said" || { cat "$dir/said"; fail "$* does not say '$text'"; }
}

example run
"$dir/run/build/run" "$source/machines/planar-pendulum.yaml" A01 pin
example kind
cd "$dir/kind"
so=build/my_kinds.so

# the author's loop: reference, audit, examples, a machine
"$davit" kinds my.duffing --kinds $so >reference
grep -q hardening reference
"$davit" kinds --audit --kinds $so >"$dir/audit"
grep -q '^my.eddy-brake *ok' "$dir/audit" && grep -q '^2 kinds, 0 faults' "$dir/audit" || fail "the audit"
mkdir examples
"$davit" kinds --examples examples --kinds $so
"$davit" test examples/*.yaml machine.yaml --kinds $so
"$davit" schema --kinds $so >schema
grep -q my.eddy-brake schema

# from the environment the same numbers; a name without a slash is a file of this folder
"$davit" run machine.yaml --kinds $so --out option.csv --until '0.5 s' >/dev/null
DAVIT_KINDS=$so "$davit" run machine.yaml --out environment.csv --until '0.5 s' >/dev/null
(cd build && "$davit" run ../machine.yaml --kinds my_kinds.so --out ../plain.csv --until '0.5 s' >/dev/null)
grep -v '^#' option.csv >a && grep -v '^#' environment.csv >b && grep -v '^#' plain.csv >c && cmp a b && cmp a c

# compiled: the same bits; another library is another machine
"$davit" compile machine.yaml --kinds $so -o straight.so >/dev/null
"$davit" run machine.yaml --kinds $so --compiled straight.so --out compiled.csv --until '0.5 s' >/dev/null 2>"$dir/said"
[ ! -s "$dir/said" ] || { cat "$dir/said"; fail "the compiled machine was not taken"; }
grep -v '^#' compiled.csv >d && cmp a d

# lanes: runs side by side give what each gives alone
plan="--vary peak=1,2,3 --metric final(swing) --until 0.2s"
# shellcheck disable=SC2086
"$davit" sweep machine.yaml --kinds $so $plan -o lanes.csv >/dev/null
for i in 1 2 3; do
  # shellcheck disable=SC2086
  "$davit" sweep machine.yaml --kinds $so $plan --shard $i/3 -o shard$i.csv >/dev/null
done
"$davit" sweep --join shard1.csv shard2.csv shard3.csv -o alone.csv >/dev/null
grep -v '^#' lanes.csv >e && grep -v '^#' alone.csv >f && cmp e f

# a state goes on with the library that it was saved with, and no other
"$davit" run machine.yaml --kinds $so --until '0.1 s' --save-state x.state >/dev/null
"$davit" run machine.yaml --kinds $so --until '0.2 s' --from-state x.state >/dev/null
cp $so other.so && printf x >>other.so
refused 1 'belongs to another model' "$davit" run machine.yaml --kinds other.so --until '0.2 s' --from-state x.state

# never by the machine file, never without being named
refused 1 "my.duffing" "$davit" check machine.yaml
sed '1i kinds: [build/my_kinds.so]' machine.yaml >planted.yaml
refused 1 "kinds" "$davit" check planted.yaml --kinds $so
refused 1 "no such file\|No such file" "$davit" check machine.yaml --kinds nowhere.so
refused 1 "cannot be loaded" "$davit" check machine.yaml --kinds machine.yaml
refused 1 "no library of kinds" "$davit" check machine.yaml --kinds straight.so
refused 64 "did you mean '--kinds'" "$davit" check machine.yaml --kind $so
DAVIT_KINDS=nowhere.so "$davit" version >/dev/null

# the API
"$dir/run/build/run" machine.yaml braked swing $so
refused 1 "my.duffing" "$dir/run/build/run" machine.yaml braked swing
refused 1 "nowhere.so" "$dir/run/build/run" machine.yaml braked swing nowhere.so
