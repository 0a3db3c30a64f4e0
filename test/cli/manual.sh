#!/bin/sh
# The man pages and the completion that the command makes of its tables: every verb and option is there, groff and bash find no fault.
# usage: manual.sh DAVIT
set -eu
davit=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
checks=0
verbs=$("$davit" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
"$davit" help --completion >"$folder/davit"
bash -n "$folder/davit"

# completes WORDS... -> the proposals for the last word
completes()
{
  bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _davit; printf "%s\n" "${COMPREPLY[@]}"' "$folder/davit" "$@"
}

[ "$(completes davit '' | sort)" = "$(printf '%s\n' $verbs | sort)" ] || { echo "completion has other verbs than the help"; exit 1; }
[ "$(completes davit mobi)" = mobility ]
[ "$(completes davit serve --transport u)" = udp ]
[ "$(completes davit help sche)" = schema ]
for verb in $verbs; do
  "$davit" help "$verb" --man >"$folder/$verb.1"
  faults=$(groff -man -Tutf8 -ww -rLL=200n "$folder/$verb.1" 2>&1 >"$folder/$verb.text")
  [ -z "$faults" ] || { echo "$verb: $faults"; exit 1; }
  sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' "$folder/$verb.text" >"$folder/$verb.plain"
  completes davit "$verb" - >"$folder/words"
  for option in $("$davit" help "$verb" | sed -n 's/^  \(--*[a-z][a-z-]*\).*/\1/p'); do
    grep -q -e "^ *$option" "$folder/$verb.plain" || { echo "davit-$verb(1) has no $option"; exit 1; }
    grep -qx -e "$option" "$folder/words" || { echo "completion of $verb has no $option"; exit 1; }
    checks=$((checks + 2))
  done
done
"$davit" help --man | groff -man -Tutf8 -ww >/dev/null
echo "$checks checks"
