#!/bin/bash
# Follows docs/operator/deploy.md in a bare Debian: takes the commands from the page and runs them, in order, in a chroot.
#   debootstrap --variant=minbase trixie /srv/bare && docs/operator/deploy/follow-deploy.sh /srv/bare
# As root, with the network. Uses ports 80, 443, 5432, 6379, 8081 and 8082 of this machine. All processes and mounts are in namespaces
# that end with the script. Only two things differ from the page: the name, which is localhost, where Caddy makes its own
# certificate; and systemctl, which runs what the units say, without their hardening.
set -euo pipefail
root=$(realpath "${1:?the folder of a bare Debian}")
source=$(cd "$(dirname "$0")/../../.." && pwd)

if [ "${2:-}" != inside ]; then
  exec unshare --mount --pid --fork --kill-child "$0" "$root" inside
fi

git -C "$source" archive --format=tar.gz --output "$root/root/reelcast.tar.gz" HEAD
cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$root/root/extra-ca.pem"
  export NODE_EXTRA_CA_CERTS=/root/extra-ca.pem
fi
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"
mount --rbind /dev "$root/dev"

cat > "$root/usr/local/sbin/systemctl" <<'SHIM'
#!/bin/bash
set -euo pipefail
unit=${*: -1}; unit=${unit%.service}
verb=$1; [ "$verb ${2:-}" = 'enable --now' ] && verb=start
pidfile=/run/follow-$unit.pid
launch() {
  case $unit in
    caddy) HOME=/var/lib/caddy setsid caddy run --config /etc/caddy/Caddyfile --adapter caddyfile > /var/log/caddy.log 2>&1 & ;;
    reelcast@*|reelcast-backup)
      port=${unit#*@}; file=/etc/systemd/system/${unit%%@*}; [ "$port" = "$unit" ] && file=$file.service || file=$file@.service
      value() { sed -n "s/^$1=//p" "$file" | sed "s/%i/$port/g; s/%%/%/g"; }
      set -a; . "$(value EnvironmentFile)"; eval "$(value Environment)"; set +a
      for folder in $(value StateDirectory); do
        install --directory --owner=reelcast --mode=0700 "/var/lib/$folder"; export STATE_DIRECTORY=/var/lib/$folder
      done
      cd "$(value WorkingDirectory | grep . || echo /)"
      if [ "$port" = "$unit" ]; then
        while read -r command; do eval "setpriv --reuid=reelcast --regid=reelcast --clear-groups $command"; done < <(value ExecStart)
        return
      fi
      setsid setpriv --reuid=reelcast --regid=reelcast --clear-groups $(value ExecStart) >> "/var/log/$unit.log" 2>&1 & ;;
    redis-server) service redis-server start; return ;;
    *) return ;;
  esac
  echo $! > "$pidfile"
}
halt() {
  [ -f "$pidfile" ] || return 0
  pid=$(cat "$pidfile"); kill -TERM "$pid" 2> /dev/null || true
  while kill -0 "$pid" 2> /dev/null; do sleep 0.2; done
  rm "$pidfile"
}
case $verb in start) launch ;; stop) halt ;; restart) halt; launch ;; esac
SHIM
chmod 0755 "$root/usr/local/sbin/systemctl"

{
  echo 'set -euo pipefail; export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8'
  # Caddy's own authority of localhost, for curl.
  echo 'export CURL_CA_BUNDLE=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
  awk '
    /^## /          { printf "echo; echo \"== $SECONDS s: %s\"\n", substr($0, 4) }
    /^```sh$/       { inside = 1; next }
    /^```$/         { inside = 0 }
    # The site is called all the time while its processes are exchanged.
    inside && /^cp .*dist\/assets/ { print "while sleep 0.1; do curl --silent --output /dev/null --write-out \"%{http_code} %{time_total}\\n\" https://$site/healthz || true; done > /root/calls & probe=$!" }
    inside          { print }
    # Debian starts the database when it is installed, but not in a chroot.
    inside && /^apt-get install.* postgresql/ { print "service postgresql start; until su postgres -c \"psql --quiet --command \\\"select\\\"\" > /dev/null 2>&1; do sleep 0.2; done" }
  ' "$source/docs/operator/deploy.md" | sed 's/^site=play\.example\.com$/site=localhost/'
  echo 'kill $probe; echo; sort /root/calls | awk "{ if (\$1 != 200) bad++; if (\$2 > worst) worst = \$2 }
    END { print NR \" calls while the processes were exchanged: \" bad + 0 \" failed, the slowest took \" worst \" s\"; exit bad > 0 }"'
  echo 'echo; echo "== $SECONDS s: followed to the end"'
} > "$root/root/follow.sh"
chroot "$root" /bin/bash /root/follow.sh
