#!/bin/sh
# examples.sh WRITER DAVIT: every kind's example gives its known answer.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$1" "$dir"
"$2" test "$dir"/*.yaml > "$dir/report" 2>&1 || { grep -v '^  ok\|, case ' "$dir/report"; exit 1; }
tail -n 1 "$dir/report"
