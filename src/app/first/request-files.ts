import type { Locale } from '../../contract/locales.ts'
import { textFile } from '../../i18n/text-parts.ts'
import { isBelow } from './address.ts'

function neededFiles(isPlayer: boolean): readonly string[] {
  if (!isPlayer) return __LOGIN_FILES__
  if (isBelow('game')) return __GAME_FILES__
  return isBelow('pages') ? [] : __LOBBY_FILES__
}

function request(href: string): void {
  const kind = /css$/.test(href) ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href }, kind))
}

/** Requests the code that the page needs beside its entry at once, not each file when a module imports it. */
export function requestCode(isPlayer: boolean): void {
  // A game's offer is sent by its file as soon as that has come (net/early-offer.ts).
  for (const href of neededFiles(isPlayer))
    if (/offer/.test(href)) import(/* @vite-ignore */ href).catch(() => {})
    else request(href)
}

/** Requests the texts that a player's page waits for, in the page's language. */
export function requestTexts(language: Locale): void {
  const file = textFile(language, isBelow('game') ? 'game' : 'lobby')
  if (file) request(file)
}
