#!/bin/sh
# The engine knows no machine, the repository no computer, and nothing is left for later.
# usage: words.sh <source dir>
set -u
cd "$1" || exit 1
faults=0

# none <what> <pattern> <options and paths for grep>: fails when the pattern is found.
none()
{
  what=$1 pattern=$2
  shift 2
  if grep -rnI -E "$pattern" "$@" 2>/dev/null; then
    echo "^ $what"
    faults=$((faults + 1))
  fi
}

top=$(ls -A | grep -v -E '^(\.git|build.*|out|.*\.log)$')
machines=$(ls machines | sed -n 's/\.yaml$//p' | tr '\n' '|')
none "a machine's name inside src/" "(${machines}[t]itan|[f]orestry|[k]nuckle|\\b[r]ov\\b|[w]agon)" -i src
none "a path of somebody's computer" '(^|[^A-Za-z0-9_.$}])/([w]ork|[h]ome|[r]oot|[U]sers)/' $top
none "left for later" '\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b' $top
none "a verb that writes past cli/output.c, which keeps inputs from being written over" \
  '(dv_history_write|dv_state_save|fopen) ?\(|dv_file_write\((d|a->diags|m->diags), (path|out)' $(ls cli/*.c | grep -v cli/output.c)
echo "$faults faults"
exit $((faults > 0))
