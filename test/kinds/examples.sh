#!/bin/sh
# examples.sh DAVIT: every kind's example gives its known answer.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$1" kinds --examples "$dir"
"$1" test "$dir"/*.yaml > "$dir/report" 2>&1 || { grep -v '^  ok\|, case ' "$dir/report"; exit 1; }
tail -n 1 "$dir/report"
