#!/bin/sh
# install.sh BUILD EXAMPLE MACHINE CC FLAGS: installs, then builds and runs a program with what was installed, shared and static.
set -eu
build=$1 example=$2 machine=$3 cc=$4 flags=$5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$build" --prefix "$dir/root" >"$dir/log" || { cat "$dir/log"; exit 1; }
pc=$(dirname "$(find "$dir/root" -name davit.pc)")
lib=$(dirname "$(find "$dir/root" -name libdavit.so)")
export PKG_CONFIG_PATH="$pc"
# shellcheck disable=SC2046,SC2086
$cc $flags -std=c11 -Wall -Wextra -Werror "$example" $(pkg-config --cflags --libs davit) -o "$dir/shared"
LD_LIBRARY_PATH="$lib" "$dir/shared" "$machine" A01 pin
mv "$lib"/libdavit.so* "$dir"
# shellcheck disable=SC2046,SC2086
$cc $flags -std=c11 -Wall -Wextra -Werror "$example" $(pkg-config --cflags --libs --static davit) -o "$dir/static"
"$dir/static" "$machine" A01 pin
"$dir/root/bin/davit" version
