#!/bin/sh
# Starts Chromium as a Reelcast kiosk, inside the session of reelcast-kiosk.service, and watches over it.
# Settings come from /etc/reelcast-kiosk.conf; README.md beside this file explains each line.
set -eu

URL="${REELCAST_URL:?set REELCAST_URL in /etc/reelcast-kiosk.conf, for example https://play.example}"
BROWSER="${REELCAST_BROWSER:-/usr/bin/chromium}"
OUTPUT="${REELCAST_OUTPUT:-}"
ROTATE="${REELCAST_ROTATE:-normal}"
RESTART_AT="${REELCAST_RESTART_AT:-}"
PROFILE="${HOME}/.config/reelcast-kiosk"

say() {
  echo "reelcast-kiosk: $*"
}

# The screen stands upright: normal, 90, 180 or 270. Touch follows it by itself on Wayland.
if [ -n "$OUTPUT" ] && command -v wlr-randr > /dev/null; then
  wlr-randr --output "$OUTPUT" --on --transform "$ROTATE" || say "the screen $OUTPUT could not be turned"
fi

# After a power cut the venue's network is slower than this machine. A minute is waited for it; after that the
# browser opens all the same: what it kept of the app says that there is no connection, and goes on by itself.
began=$(date +%s)
until curl --silent --fail --max-time 5 --output /dev/null "$URL/Settings.json"; do
  [ $(($(date +%s) - began)) -lt 60 ] || break
  say "waiting for $URL"
  sleep 2
done

# A power cut is no crash to tell anybody about: no "restore pages" bubble.
PREFERENCES="$PROFILE/Default/Preferences"
if [ -f "$PREFERENCES" ]; then
  sed -i 's/"exited_cleanly":false/"exited_cleanly":true/; s/"exit_type":"[^"]*"/"exit_type":"Normal"/' "$PREFERENCES"
fi
# A lock that a power cut left behind keeps no browser from starting.
rm -f "$PROFILE/SingletonLock" "$PROFILE/SingletonSocket" "$PROFILE/SingletonCookie"

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

# The watchdog. A page that crashed leaves a browser without a renderer ("Aw, Snap!"): six looks in a row without
# one, half a minute, and the session starts anew. At RESTART_AT it does so once a day in any case: for venues that are closed then.
missing=0
while kill -0 "$browser" 2> /dev/null; do
  sleep 5 &
  wait $! || true
  if pgrep -u "$(id -u)" -f -- '--type=renderer' > /dev/null; then
    missing=0
  else
    missing=$((missing + 1))
    say "no page is running ($missing)"
    [ "$missing" -lt 6 ] || finish 1
  fi
  if [ "$(date +%H:%M)" = "$RESTART_AT" ] && [ "$(date +%Y-%m-%d)" != "$started" ]; then
    say "the daily restart"
    finish 0
  fi
done
say "the browser has ended"
finish 1
