#!/bin/sh
# Starts Chromium as a Reelcast kiosk in the session of reelcast-kiosk.service, and monitors it.
# /etc/reelcast-kiosk.conf configures it; README.md beside this file says how.
set -eu

URL="${REELCAST_URL:?set REELCAST_URL in /etc/reelcast-kiosk.conf, for example https://play.example}"
BROWSER="${REELCAST_BROWSER:-/usr/bin/chromium}"
OUTPUT="${REELCAST_OUTPUT:-}"
ROTATE="${REELCAST_ROTATE:-normal}"
RESTART_AT="${REELCAST_RESTART_AT:-}"
PROFILE="${HOME}/.config/reelcast-kiosk"

log() {
  echo "reelcast-kiosk: $*"
}

# Rotates the output: normal, 90, 180 or 270. On Wayland, touch follows.
if [ -n "$OUTPUT" ] && command -v wlr-randr > /dev/null; then
  wlr-randr --output "$OUTPUT" --on --transform "$ROTATE" || log "the screen $OUTPUT could not be rotated"
fi

# After a power failure, the venue's network starts more slowly than this machine. Waits for it for up to a minute, then
# starts the browser anyway: the cached app shows that there is no connection and retries.
began=$(date +%s)
until curl --silent --fail --max-time 5 --output /dev/null "$URL/Settings.json"; do
  [ $(($(date +%s) - began)) -lt 60 ] || break
  log "waiting for $URL"
  sleep 2
done

# Suppresses the "restore pages" bubble after a power failure.
PREFERENCES="$PROFILE/Default/Preferences"
if [ -f "$PREFERENCES" ]; then
  sed -i 's/"exited_cleanly":false/"exited_cleanly":true/; s/"exit_type":"[^"]*"/"exit_type":"Normal"/' "$PREFERENCES"
fi
# Removes lock files of a session that a power failure ended; they would prevent the start.
rm -f "$PROFILE/SingletonLock" "$PROFILE/SingletonSocket" "$PROFILE/SingletonCookie"

# --kiosk: full screen without a way out. --ozone-platform: draws into cage directly, with touch events.
# --no-first-run, --no-default-browser-check, --hide-crash-restore-bubble, --noerrdialogs: no window above the game.
# --user-data-dir: a profile at a path that this script knows.
# --disable-pinch, --overscroll-history-navigation: no zoom, and no swipe navigates back.
# --disable-features: the same swipe, no offer to translate, and no spare renderer, which would hide a crashed page from
# the watchdog below.
# --autoplay-policy: video and sound start without a touch. --password-store: no keyring, which would ask for a password.
# --disable-component-update and --check-for-update-interval: the system updates the browser. --touch-events: touch works
# also when the panel is detected late.
"$BROWSER" \
  --kiosk \
  --ozone-platform=wayland \
  --user-data-dir="$PROFILE" \
  --no-first-run \
  --no-default-browser-check \
  --hide-crash-restore-bubble \
  --noerrdialogs \
  --disable-pinch \
  --overscroll-history-navigation=0 \
  --disable-features=OverscrollHistoryNavigation,Translate,SpareRendererForSitePerProcess \
  --autoplay-policy=no-user-gesture-required \
  --password-store=basic \
  --disable-component-update \
  --touch-events=enabled \
  --check-for-update-interval=31536000 \
  "$URL/?kiosk" &
browser=$!
started=$(date +%Y-%m-%d)

finish() {
  kill "$browser" 2> /dev/null || true
  wait "$browser" 2> /dev/null || true
  exit "${1:-0}"
}
trap 'finish 0' TERM INT HUP

# The watchdog. A crashed page leaves a browser without a renderer ("Aw, Snap!"): after six checks in a row without
# one (half a minute), the session restarts. At RESTART_AT it restarts once a day, for venues that are closed then.
missing=0
while kill -0 "$browser" 2> /dev/null; do
  sleep 5 &
  wait $! || true
  if pgrep -u "$(id -u)" -f -- '--type=renderer' > /dev/null; then
    missing=0
  else
    missing=$((missing + 1))
    log "no page is running ($missing)"
    [ "$missing" -lt 6 ] || finish 1
  fi
  if [ "$(date +%H:%M)" = "$RESTART_AT" ] && [ "$(date +%Y-%m-%d)" != "$started" ]; then
    log "the daily restart"
    finish 0
  fi
done
log "the browser has ended"
finish 1
