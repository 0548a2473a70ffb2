#!/bin/sh
# Starts Janus with the configuration beside this script, and the WHIP and WHEP front for it. Ends both together.
#
#   VIDEO_SFU_SECRET   the platform's (required)
#   PORT, HOST         where the front listens: 7080 at 127.0.0.1
#   JANUS_PORT         where Janus listens for the front: 8188 at 127.0.0.1
#   RTP_PORTS          UDP ports of the pictures: 20000-20999
#   CAMERAS            a JSON file with the sources of cabinets' cameras: mountpoints.mjs
#   PUBLIC_ADDRESS     the address that players reach, where this machine has another one (1:1 NAT)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v janus >/dev/null || { echo 'janus is not installed: apt-get install janus' >&2; exit 1; }
[ -d "$here/node_modules/janode" ] || { echo "janode is not installed: npm ci --prefix $here" >&2; exit 1; }

JANUS_PORT=${JANUS_PORT:-8188}
JANUS_SECRET=${JANUS_SECRET:-$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')}
mapping=
[ -z "${PUBLIC_ADDRESS:-}" ] || mapping="nat_1_1_mapping = \"$PUBLIC_ADDRESS\""
config=$(mktemp -d)
# A file, because every user sees a command's arguments.
cat >"$config/values.sed" <<END
s/@WS_PORT@/$JANUS_PORT/
s/@API_SECRET@/$JANUS_SECRET/
s/@RTP_PORTS@/${RTP_PORTS:-20000-20999}/
s/@NAT_MAPPING@/$mapping/
END
for file in "$here"/*.jcfg; do
  sed -f "$config/values.sed" "$file" >"$config/$(basename "$file")"
done

janus --configs-folder="$config" --disable-colors &
janus=$!
JANUS_URL="ws://127.0.0.1:$JANUS_PORT" JANUS_SECRET="$JANUS_SECRET" node "$here/front.mjs" --janode-log=warn &
front=$!
stop() {
  trap - INT TERM EXIT
  kill "$front" "$janus" 2>/dev/null || true
  wait || true
  rm -rf "$config"
}
trap stop EXIT
trap 'exit 0' INT TERM
# Either end is the end of both.
while kill -0 "$janus" 2>/dev/null && kill -0 "$front" 2>/dev/null; do sleep 1 & wait $! || true; done
exit 1
