# says.sh: what the scripts share. $1: the command, $2: the source tree. They work in a folder of their own.
set -u
davit=$1
tree=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
faults=0

fault() {
  echo "$1"
  faults=$((faults + 1))
}

# says TEXT VERB...: the command's output has TEXT. lacks: it has not. refuses TEXT VERB...: it has, and the exit code is not 0.
says() {
  text=$1
  shift
  "$davit" "$@" > out 2>&1
  grep -qF -- "$text" out || { fault "davit $*: does not say '$text' but:"; head -n 8 out; }
}
lacks() {
  text=$1
  shift
  "$davit" "$@" > out 2>&1
  if grep -qF -- "$text" out; then fault "davit $*: says '$text'"; fi
}
refuses() {
  text=$1
  shift
  if "$davit" "$@" > out 2>&1; then fault "davit $*: is content"; fi
  grep -qF -- "$text" out || { fault "davit $*: does not say '$text' but:"; head -n 8 out; }
}
passes() {
  "$davit" "$@" > out 2>&1 || { fault "davit $*: fails:"; head -n 8 out; }
}
# once TEXT VERB...: the output has TEXT in exactly one line.
once() {
  text=$1
  shift
  "$davit" "$@" > out 2>&1
  n=$(grep -cF -- "$text" out)
  [ "$n" = 1 ] || { fault "davit $*: says '$text' $n times:"; head -n 8 out; }
}
done_now() { exit $((faults > 0)); }
