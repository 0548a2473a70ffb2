#!/bin/sh
# Dumps the database each night and keeps 30 dumps. `sh /backup.sh now`: one dump, at once.
set -eu
folder=${BACKUP_FOLDER:-/backup}
umask 077

dump() {
  file=$folder/$(date -u +%Y%m%dT%H%M%SZ).dump
  trap 'rm -f "$file.part"' EXIT
  PGPASSWORD=$(cat "${SECRETS:-/run/secrets}/database_password") pg_dump --format=custom --file="$file.part"
  mv "$file.part" "$file"
  ls "$folder"/*.dump | head -n -30 | xargs -r rm --
  echo "$file"
}

if [ "${1-}" = now ]; then
  dump
  exit
fi
while true; do
  sleep $((($(date -u -d 'tomorrow 04:30' +%s) - $(date +%s)) % 86400))
  # In a process of its own: after a failed command, `dump ||` would go on, because it switches `set -e` off.
  sh "$0" now || echo 'the backup has failed' >&2
  sleep 1
done
