#!/bin/sh
# installed.sh BUILD MACHINE: the package from an installed prefix finds the library and the command that lie there.
set -eu
build=$1 machine=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$build" --prefix "$dir/root" >"$dir/log" || { cat "$dir/log"; exit 1; }
test -z "$(find "$dir/root" -name __pycache__)"
cd /
env -i PATH=/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$dir/root/lib/python3/dist-packages" /usr/bin/python3 - "$dir/root" "$machine" <<'EOF'
import sys, davit, davit._library as library
root, machine = sys.argv[1:]
assert davit.__file__.startswith(root) and library.lib._name.startswith(root), library.lib._name
assert library.command() == root + "/bin/davit", library.command()
result = davit.Machine(machine).run()
assert result.plot("z").svg.startswith("<svg") and "<html" in result.page()
print(davit.version(), library.lib._name, result)
EOF
# The package elsewhere, its library found by the loader: a davit that lies in the folder where somebody works is not run.
mkdir -p "$dir/alone/site-packages" "$dir/work"
cp -r "$dir/root/lib/python3/dist-packages/davit" "$dir/alone/site-packages"
printf '#!/bin/sh\ntouch "%s/ran"\n' "$dir" >"$dir/work/davit"
chmod +x "$dir/work/davit"
cd "$dir/work"
lib=$(dirname "$(find "$dir/root" -name 'libdavit.so.0' | head -1)")
env -i PATH=/usr/bin:/bin LD_LIBRARY_PATH="$lib" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$dir/alone/site-packages" /usr/bin/python3 - "$dir" <<'EOF'
import sys, davit._library as library
assert "/" not in library.lib._name, library.lib._name
assert not (library.command() or "").startswith(sys.argv[1]), library.command()
EOF
test ! -e "$dir/ran"
