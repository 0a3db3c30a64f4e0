# Shipped machines start from their own numbers: changed masses and lengths change the pressures that hold them.
. "$(dirname "$0")/says.sh"

# Titan: valves shut, half the tool's weight less: no joint may sag more than its oil gives. Its first accelerations are zero.
rest() { # FILE CASE COORDINATE SET...
  file=$1 name=$2 q=$3
  shift 3
  "$davit" run "$tree/$file" $name --until 1us --every 1us --columns "$q.acceleration" --out r.csv "$@" > out 2>&1 ||
    { fault "$file $*: fails"; head -n 5 out; return; }
  a=$(tail -n 1 r.csv | cut -d, -f2)
  awk -v a="$a" 'BEGIN { exit !(a < 1e-2 && a > -1e-2) }' || fault "$file $*: $q.acceleration is $a at the start"
}
for q in q2 q3 q4; do
  rest machines/titan4.yaml "" $q
  rest machines/titan4.yaml "" $q --set 'm6=30 kg' --set 'm2=20 kg' --set 'len3=0.6 m'
done
for q in q1 q2; do
  rest machines/knuckle-boom-crane.yaml "" $q --set modes=0
  rest machines/knuckle-boom-crane.yaml "" $q --set modes=0 --set 'load=8000 kg' --set 'L2=7 m'
done

# what is known of them is acknowledged in the file, with its reason: nothing is left to warn of
for f in "$tree"/machines/*.yaml "$tree"/machines/benchmarks/*.yaml "$tree"/machines/rigs/*.yaml; do lacks "warning:" check "$f"; done
lacks "warning:" run "$tree/machines/forestry-machine.yaml" --until 2s

# measured logs: round brackets hold a unit too, x(t) is a name; what is no number is told with what to do about it
printf 'time (ms),pull (kN),x(t)\n0,1,3\n1000,2,4\n' > log.csv
cat > log.yaml <<'Y'
davit: 1
signals:
  f: {kind: table, data: {csv: log.csv, columns: [time, pull]}}
  x: {kind: table, data: {csv: log.csv, columns: [time (ms), x(t)]}}
until: 0.5 s
cases: {run: {expect: [{final: f, is: 1500, within: 1e-9}, {final: x, is: 3.5, within: 1e-12}]}}
Y
says "2 passed, 0 failed" test log.yaml
printf 'time [s],pull [kN]\n0,1\n1,\n2,0\n' > log.csv
sed -i '/  x:/d' log.yaml
refuses "log.csv:3:1: error: a number is missing; take the row out" check log.yaml
printf 'time;pull\n0;1\n1;2,5\n' > log.csv
refuses "'2,5' is not a number; write a decimal point" check log.yaml
printf 'time;pull\ns;N\n0;1\n1;2.5\n' > log.csv
refuses "'N' is not a number; units stand behind the names: force [N]" check log.yaml
done_now
