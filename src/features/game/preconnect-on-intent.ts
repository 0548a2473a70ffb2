import { effect } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { pathname } from '../../core/router/pathname.ts'
import { loadedOf } from '../../ui/lazy.tsx'
import { gameParts } from './late.tsx'
import './opening-art.css'

const GAME_LINK = 'a[href^="/game/"]'

/** The path of the game's page for which `--openingArt` was set. */
let artPath = ''

const setArt = (value: string) => document.documentElement.style.setProperty('--openingArt', value)

/** The art in a game's link, for the time until its picture comes (opening-art.css). */
function setOpeningArt(link: HTMLAnchorElement): void {
  // The address of a live still ends with its card.
  const art = link.querySelector<HTMLImageElement>('img:not([src^="blob:"])')?.currentSrc
  artPath = link.pathname
  setArt(art ? `url(${JSON.stringify(art)})` : '')
}

/**
 * Preloads a game before the click: its chunk in the lobby, peer connection and offer on hover or focus of a
 * game link, the socket too on pointerdown. A press that becomes scrolling (`pointercancel`) cancels.
 */
export function preconnectOnIntent(): Dispose {
  // Only the latest intent counts while the chunk loads.
  let latest = 0
  const onIntent = (event: Event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(GAME_LINK)
    if (!link) return
    const pressed = event.type === 'pointerdown'
    // Touch scrolling also fires pointerover.
    if (event.type === 'pointerover' && 'pointerType' in event && event.pointerType !== 'mouse') return
    // A pointer that passes over the cards opens none, and the property restyles the whole page.
    if (event.type !== 'pointerover') setOpeningArt(link)
    const current = ++latest
    void gameParts.preload().then(() => current === latest && loadedOf(gameParts)?.preconnect(pressed))
  }
  const onCancel = () => {
    latest++
    loadedOf(gameParts)?.cancelPreconnect()
  }
  const events = ['pointerdown', 'pointerover', 'focusin'] as const
  for (const name of events) addEventListener(name, onIntent, { passive: true })
  addEventListener('pointercancel', onCancel)
  const unwatch = effect(() => {
    const path = pathname.value
    if (path.startsWith('/lobby/')) void gameParts.preload()
    // A dialog, a notice or the search has led to another machine than the link that was pressed last.
    if (path.startsWith('/game/') && path !== artPath) setArt('')
  })
  return () => {
    for (const name of events) removeEventListener(name, onIntent)
    removeEventListener('pointercancel', onCancel)
    unwatch()
  }
}
