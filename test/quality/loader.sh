#!/bin/sh
# Where the loader looks for a program's libraries is told by absolute names alone: an empty or relative one is the folder that somebody
# works in, whose files are anybody's.
# usage: loader.sh <program or library>...
set -eu
readelf -d "$@" | awk '
  /^File:/ { file = $2; files++ }
  /R(UN)?PATH/ {
    sub(/.*\[/, ""); sub(/\]$/, "")
    n = split($0, folder, ":")
    for (i = 1; i <= n; i++)
      if (folder[i] !~ /^(\/|\$ORIGIN)/) { print file ": looks for libraries in \"" folder[i] "\""; faults++ }
  }
  END { print files + 0, "files,", faults + 0, "faults"; exit faults > 0 || files == 0 }'
