#!/bin/sh
# No mutable globals in the library: .data, .bss and thread-local sections of every object are empty (.data.rel.ro is constant).
# usage: globals.sh <archive>...
set -eu
size -A "$@" | awk '
  /:$/ { object = $1; objects++ }
  $1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print object, $1, $2, "bytes"; faults++ }
  END { print objects + 0, "objects,", faults + 0, "with mutable data"; exit faults > 0 || objects == 0 }'
