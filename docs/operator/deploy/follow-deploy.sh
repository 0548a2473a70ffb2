#!/bin/bash
# Follows docs/operator/deploy.md in a bare Debian with its own systemd: takes the commands from the page, runs them in
# order, reboots, and looks whether the floor is back.
#   apt-get install debootstrap systemd-container
#   debootstrap --variant=minbase --include=ca-certificates,dbus,systemd-sysv trixie /srv/bare
#   docs/operator/deploy/follow-deploy.sh /srv/bare
# As root, with the network. Uses ports 80, 443, 5432, 6379, 8081 and 8082 of this machine. Two things differ from the page:
# the names, which are localhost, and the certificates, which Caddy makes by itself and openssl for nginx.
set -euo pipefail
root=$(realpath "${1:?the folder of a bare Debian}")
source=$(cd "$(dirname "$0")/../../.." && pwd)

git -C "$source" archive --format=tar.gz --output "$root/root/reelcast.tar.gz" HEAD
( cd "$root/root" && sha256sum reelcast.tar.gz > reelcast.tar.gz.sha256 )

{
  echo 'set -euo pipefail; export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 HOME=/root'
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp "$NODE_EXTRA_CA_CERTS" "$root/root/extra-ca.pem"
    echo 'export NODE_EXTRA_CA_CERTS=/root/extra-ca.pem'
  fi
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
  for unit in reelcast@8081 reelcast@8082 reelcast-backup.timer reelcast-audit.timer postgresql redis-server nginx; do
    systemctl is-active "$unit"
  done
  echo; echo '== followed to the end, and back after a reboot'
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
  awk '
    /^## /          { printf "echo; echo \"== $SECONDS s: %s\"\n", substr($0, 4) }
    /^```sh$/       { inside = 1; next }
    /^```$/         { inside = 0 }
    # The site is called all the time while its processes are exchanged.
    inside && /^cp .*dist\/assets/ { print "while sleep 0.1; do curl --silent --output /dev/null --write-out \"%{http_code} %{time_total}\\n\" https://$site/healthz || true; done > /root/calls & probe=$!"; exchanged = 1 }
    inside          { print }
    exchanged && /^done$/ { print "kill $probe"; exchanged = 0 }
  ' "$source/docs/operator/deploy.md" | sed 's/^site=play\.example\.com$/site=localhost/; s/log\.example\.com/localhost/'
  cat <<'AFTER'
sort /root/calls | awk '{ if ($1 != 200) bad++; if ($2 > worst) worst = $2 }
  END { print NR " calls while the processes were exchanged: " bad + 0 " failed, the slowest took " worst " s"; exit bad > 0 }'
echo; echo '== the process as the kernel sees it'
grep --extended-regexp '^(Uid|CapBnd|CapEff|NoNewPrivs|Seccomp):' "/proc/$(systemctl show --property=MainPID --value reelcast@8081)/status"
echo; echo "== $SECONDS s: reboot"
touch /root/followed
# The answer may be lost in the reboot.
systemctl --no-block reboot || true
AFTER
} > "$root/root/follow.sh"
rm -f "$root/root/followed"

cat > "$root/etc/systemd/system/follow.service" <<'UNIT'
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
systemctl --root="$root" --quiet enable follow.service
systemctl --root="$root" --quiet mask console-getty.service

# Debian's systemd needs the unified hierarchy, which older hosts do not use by themselves.
export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
registered=()
[ -d /run/systemd/system ] || registered=(--register=no --keep-unit)
boot() { systemd-nspawn --quiet --boot --directory="$root" --console=read-only "${registered[@]}" systemd.show_status=false; }
# Without a systemd that runs it, nspawn ends with 133 where the system inside reboots.
boot || { [ $? = 133 ] && boot; }
