#!/bin/bash
# Follows docs/operator/deploy.md in a bare Debian with its own systemd: takes the commands from the page, runs them in
# order, then those of backup.md, reboots, and looks whether the floor is back. In a second bare Debian it restores the first.
#   apt-get install debootstrap systemd-container
#   for name in bare second; do debootstrap --variant=minbase --include=ca-certificates,dbus,systemd-sysv trixie /srv/$name; done
#   docs/operator/deploy/follow-deploy.sh /srv/bare /srv/second
# As root, with the network. Uses ports 80, 443, 514, 5432, 5433, 6379, 8081 and 8082 of this machine. Three things differ from the
# pages: the names, also that of the log server, are localhost; Caddy and openssl make the certificates; the moment.
set -euo pipefail
root=$(realpath "${1:?the folder of a bare Debian}")
second=${2:+$(realpath "$2")}
source=$(cd "$(dirname "$0")/../../.." && pwd)

# Debian's systemd needs the unified hierarchy, which older hosts do not use by themselves.
export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
registered=()
[ -d /run/systemd/system ] || registered=(--register=no --keep-unit)
# Older releases of nspawn refuse Landlock to all processes.
landlock='landlock_create_ruleset landlock_add_rule landlock_restrict_self'
boot() {
  systemd-nspawn --quiet --boot --directory="$1" --console=read-only --system-call-filter="$landlock" "${registered[@]}" \
    systemd.show_status=false
}

# The commands of a page, from the first heading that matches to the one before the second, which may be empty.
commands() {
  awk -v from="$2" -v to="$3" '
    /^#+ /          { if ($0 ~ from) on = 1; if (to != "" && $0 ~ to) exit
                      if (on && /^## /) printf "echo; echo \"== $SECONDS s: %s\"\n", substr($0, 4) }
    /^```sh( log-server)?$/ { inside = on; next }
    /^```$/         { inside = 0 }
    # The site is called all the time while its processes are exchanged.
    inside && /^cp .*dist\/assets/ { print "while sleep 0.1; do curl --silent --output /dev/null --write-out \"%{http_code} %{time_total}\\n\" https://$site/healthz || true; done > /root/calls & probe=$!"; exchanged = 1 }
    inside          { print }
    exchanged && /^done$/ { print "kill $probe"; exchanged = 0 }
  ' "$source/docs/operator/$1" | sed 's/^site=play\.example\.com$/site=localhost/; s/log\.example\.com/localhost/'
}

preamble() {
  echo 'set -euo pipefail; export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 HOME=/root'
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp "$NODE_EXTRA_CA_CERTS" "$1/usr/local/share/extra-ca.pem"
    echo 'export NODE_EXTRA_CA_CERTS=/usr/local/share/extra-ca.pem'
  fi
}

# Runs /root/follow.sh at the next boot of a Debian.
prepare() {
  cat > "$1/etc/systemd/system/follow.service" <<'UNIT'
[Unit]
After=network.target
FailureAction=exit-force
FailureActionExitStatus=1
[Service]
Type=oneshot
ExecStart=/bin/bash /root/follow.sh
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
[Install]
WantedBy=multi-user.target
UNIT
  systemctl --root="$1" --quiet enable follow.service
  systemctl --root="$1" --quiet mask console-getty.service
}

git -C "$source" archive --format=tar.gz --output "$root/root/reelcast.tar.gz" HEAD
( cd "$root/root" && sha256sum reelcast.tar.gz > reelcast.tar.gz.sha256 )

{
  preamble "$root"
  cat <<'BEFORE'
caddy_authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
nginx_certificate=/etc/letsencrypt/live/localhost
# After the reboot of below.
if [ -e /root/followed ]; then
  for port in 8081 8082; do
    curl --silent --fail --retry 30 --retry-delay 2 --retry-all-errors http://127.0.0.1:$port/readyz
  done
  export CURL_CA_BUNDLE=$nginx_certificate/fullchain.pem
  curl --silent --fail --retry 30 --retry-delay 2 --retry-all-errors https://localhost/healthz; echo
  for unit in reelcast@8081 reelcast@8082 reelcast-video reelcast-backup.timer reelcast-audit.timer reelcast-base-backup.timer postgresql redis-server nginx; do
    systemctl is-active "$unit"
  done
  echo; echo '== followed to the end, and back after a reboot'
  touch /root/back
  systemctl exit 0
  exit
fi
# Lets curl fetch a file as Let's Encrypt would, and makes the certificate here.
certbot() {
  mkdir -p /var/www/html/.well-known/acme-challenge $nginx_certificate
  echo challenge > /var/www/html/.well-known/acme-challenge/file
  curl --silent --fail http://localhost/.well-known/acme-challenge/file
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout $nginx_certificate/privkey.pem -out $nginx_certificate/fullchain.pem
  export CURL_CA_BUNDLE=$nginx_certificate/fullchain.pem
}
export CURL_CA_BUNDLE=$caddy_authority
BEFORE
  commands deploy.md '^# ' ''
  echo 'reelcast players add before'
  # What is booked after the moment is not there after the restore.
  commands backup.md '^# ' '^## On another machine' |
    sed "s/^moment=.*/moment=\$(date --utc '+%F %T+00'); sleep 2; reelcast players add afterwards/"
  cat <<'AFTER'
systemctl start reelcast@8082
reelcast players list
reelcast players list | grep --quiet --word-regexp before
if reelcast players list | grep --quiet --word-regexp afterwards; then echo 'the restore went past its moment'; exit 1; fi
grep ' reelcast-audit success ' /var/log/reelcast-heads
sort /root/calls | awk '{ if ($1 != 200) bad++; if ($2 > worst) worst = $2 }
  END { print NR " calls while the processes were exchanged: " bad + 0 " failed, the slowest took " worst " s"; exit bad > 0 }'
echo; echo '== the process as the kernel sees it'
grep --extended-regexp '^(Uid|CapBnd|CapEff|NoNewPrivs|Seccomp):' "/proc/$(systemctl show --property=MainPID --value reelcast@8081)/status"
grep --extended-regexp '^(Uid|CapBnd|CapEff|NoNewPrivs|Seccomp):' "/proc/$(systemctl show --property=MainPID --value reelcast-video)/status"
for file in /etc/reelcast/reelcast.env /var/lib/reelcast/signing-keys.json /run/reelcast-video.sock; do
  if setpriv --reuid=reelcast-video --regid=reelcast-video --clear-groups test -r "$file"; then echo "the video can read $file"; exit 1; fi
done
if setpriv --no-new-privs --landlock-access=fs:write-file true; then
  if journalctl --quiet --unit=reelcast-video --grep='can write files'; then echo 'the unit keeps Landlock from the video'; exit 1; fi
else
  echo 'this kernel has no Landlock'
fi
echo; echo "== $SECONDS s: reboot"
touch /root/followed
# The answer may be lost in the reboot.
systemctl --no-block reboot || true
AFTER
} > "$root/root/follow.sh"
rm -f "$root/root/followed" "$root/root/back"
prepare "$root"
# Where no systemd runs it, nspawn cannot reboot, and ends with an error.
boot "$root" || { [ -e "$root/root/followed" ] && boot "$root"; } || true
[ -e "$root/root/back" ]
[ -n "$second" ] || exit 0

cp "$root"/root/{reelcast.tar.gz,reelcast.tar.gz.sha256,reelcast-backup.tar.gz.gpg,backup.passphrase} "$second/root/"
{
  preamble "$second"
  commands deploy.md '^## 1[.]' '^## 3[.]'
  commands backup.md '^## On another machine' ''
  # Redis is not installed there.
  echo "sed --in-place '/^REDIS_URL=/d' /etc/reelcast/reelcast.env"
  commands deploy.md '^## 5[.]' '^## 6[.]'
  cat <<'AFTER'
reelcast players list
reelcast keys
echo; echo "== $SECONDS s: restored on another machine"
touch /root/followed
systemctl exit 0
AFTER
} > "$second/root/follow.sh"
rm -f "$second/root/followed"
prepare "$second"
boot "$second" || true
[ -e "$second/root/followed" ]
