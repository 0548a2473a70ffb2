import { effect } from '@preact/signals-react'
import { pathname } from '../../core/router/pathname.ts'

const GAME_LINK = 'a[href^="/game/"]'
type Game = typeof import('./GamePage.tsx')

let pendingImport: Promise<Game> | undefined

/** What can be made ready comes with the game; once that failed it is asked for again at the next touch. */
function loadGame(run: (game: Game) => unknown): void {
  pendingImport ??= import('./GamePage.tsx')
  pendingImport.then(run, () => {
    pendingImport = undefined
  })
}

/**
 * Makes a game ready while a player reaches for a machine: its script once they look at machines, peer and offer when
 * a way into one is pointed at, the line as well when it is pressed. A press that turns into scrolling takes it back.
 */
export function preconnectOnIntent(): () => void {
  // Of what was asked for while the script was on its way only the last holds.
  let latest = 0
  const onIntent = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest(GAME_LINK)) return
    const pressed = event.type === 'pointerdown'
    // A finger points at what it scrolls over.
    if (event.type === 'pointerover' && 'pointerType' in event && event.pointerType !== 'mouse') return
    const current = ++latest
    loadGame(({ preconnect }) => current === latest && preconnect(pressed))
  }
  const onCancel = () => {
    latest++
    loadGame(({ cancelPreconnect }) => cancelPreconnect())
  }
  const events = ['pointerdown', 'pointerover', 'focusin'] as const
  for (const name of events) addEventListener(name, onIntent, { passive: true })
  addEventListener('pointercancel', onCancel)
  const unwatch = effect(() => {
    if (pathname.value.startsWith('/lobby/')) loadGame(() => {})
  })
  return () => {
    for (const name of events) removeEventListener(name, onIntent)
    removeEventListener('pointercancel', onCancel)
    unwatch()
  }
}
