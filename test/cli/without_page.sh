#!/bin/sh
# without_page.sh SOURCE BUILD: where npm reaches nothing the page is left out, with a warning, and configuring tries again; a
# command that has no page says so in the verbs that show or write one, and runs. `make demo` goes on without.
set -eu
source=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/page"
printf '#!/bin/sh\necho "npm: no route to the registry" >&2\nexit 1\n' >"$folder/bin/npm"
chmod +x "$folder/bin/npm"
echo 'none' >"$folder/page/none.c"
cmake -DNPM="$folder/bin/npm" -DFROM="$source/page" -DTO="$folder/page" -P "$source/cmake/page_packages.cmake" 2>"$folder/said"
grep -q 'without the viewer' "$folder/said"
[ -e "$folder/page/missing" ] && [ -e "$folder/page/packages" ]
cmake -DFROM="$source/page" -DTO="$folder/page" -P "$source/cmake/page_bundle.cmake"
grep -qx none "$folder/page/page.c"

# The command, linked with no page in the place of its own.
davit=$build/davit-without-page
cat >"$folder/m.yaml" <<'M'
davit: 1
bodies: {b: {mass: 1 kg}}
joints: {x: {type: prismatic, child: b, axis: z}}
until: 1 s
M
cd "$folder"
"$davit" run m.yaml --out r.h5 >/dev/null
for verb in "view m.yaml --no-browser" "view r.h5 --no-browser" "edit m.yaml --no-browser" "page m.yaml -o r.html" "report r.h5"; do
  code=0
  # shellcheck disable=SC2086
  timeout 20 "$davit" $verb >out 2>&1 || code=$?
  [ $code = 2 ] && grep -q "built without the viewer's page" out || { echo "$verb: $code"; cat out; exit 1; }
done
[ ! -e r.html ]
cd "$source"
tools/demo "$davit" "$folder/demo" >"$folder/out"
grep -q 'no page: npm gave no packages' "$folder/out"
[ -s "$folder/demo/pendulum-on-wagon.svg" ] && [ ! -e "$folder/demo/said" ]
echo "as it should be"
