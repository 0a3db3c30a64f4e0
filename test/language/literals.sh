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
done_now
