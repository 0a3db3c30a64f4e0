# bare.sh: a chroot of a bare Debian 12, for tools/test-bare and tools/test-deb, which source it (as root).
#
# What the place needs to reach Debian and npm is handed in, and nothing of it is written into the repository: the system's
# mirror (DEBIAN_MIRROR, or the first of apt's), resolver, certificates, apt's and npm's configuration, proxy variables.
say() { printf '\n== %s\n' "$*"; }

# Copies a file of this computer to the same place, if it is there.
hand_in() { [ ! -f "$1" ] || { mkdir -p "$bare$(dirname "$1")" && cp -L "$1" "$bare$1"; }; }

finish() { for m in dev sys proc; do ! mountpoint -q "$bare/$m" || umount -l "$bare/$m"; done; }

# Devices of its own: who removes the folder of a run that was killed must not remove those of this computer.
own_devices()
{
  mount -t tmpfs -o mode=755 tmpfs "$bare/dev"
  for node in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do mknod -m 666 "$bare/dev/${node% *}" c 1 "${node#* }"; done
  mknod -m 666 "$bare/dev/tty" c 5 0
  mkdir -m 1777 "$bare/dev/shm"
  ln -s /proc/self/fd "$bare/dev/fd"
  for i in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${i%:*}" "$bare/dev/${i#*:}"; done
}

# The system in $bare; it is kept in $bare.tar, so that the next time begins there.
bare_system()
{
  [ "$(id -u)" = 0 ] || { echo "$0: a chroot needs root" >&2; exit 1; }
  command -v debootstrap >/dev/null || { echo "$0: apt-get install debootstrap" >&2; exit 1; }
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 2>/dev/null | sed -n 1p)}
  mirror=${mirror:-http://deb.debian.org/debian}
  if [ -e "$bare.tar" ]; then
    say "a bare system from $bare.tar"
    ! grep -q " $bare/" /proc/mounts || { echo "$0: something is mounted in $bare" >&2; exit 1; }
    rm -rf --one-file-system "$bare"
    mkdir -p "$bare"
    tar -C "$bare" -xf "$bare.tar"
  else
    say "a bare system from $mirror"
    debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$bare" "$mirror"
    tar -C "$bare" --one-file-system -cf "$bare.tar.new" .
    mv "$bare.tar.new" "$bare.tar"
  fi
  hand_in /etc/resolv.conf
  hand_in /etc/hosts
  mkdir -p "$bare/usr/local/share/place"
  cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$bare/usr/local/share/place/certificates.crt"
  for f in /etc/apt/apt.conf.d/*proxy* /etc/apt/apt.conf.d/99*; do hand_in "$f"; done
  npmrc=$(npm config get userconfig 2>/dev/null || true)
  [ ! -f "$npmrc" ] || grep -v '^\(cafile\|prefix\|cache\|nodedir\)' "$npmrc" >"$bare/srv/.npmrc" || true
  chmod 600 "$bare/srv/.npmrc" 2>/dev/null || true
  trap finish EXIT
  mount -t proc proc "$bare/proc"
  mount -t sysfs sysfs "$bare/sys"
  own_devices
}

# Only what a login has, and the place's way out.
inside()
{
  env -i HOME=/srv PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${JOBS:+JOBS="$JOBS"} \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
    NODE_EXTRA_CA_CERTS=/usr/local/share/place/certificates.crt npm_config_cafile=/usr/local/share/place/certificates.crt \
    chroot "$bare" sh -c "$1"
}
