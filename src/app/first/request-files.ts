import type { Locale } from '../../contract/locales.ts'
import { textFile } from '../../i18n/text-parts.ts'
import { isBelow } from './address.ts'

function neededFiles(isPlayer: boolean): readonly string[] {
  if (!isPlayer) return __LOGIN_FILES__
  if (isBelow('game')) return __GAME_FILES__
  return isBelow('pages') ? [] : __LOBBY_FILES__
}

/**
 * Requests all files that the page needs beside its entry at once, not each when a module imports it;
 * `language`: the page's.
 */
export function requestFiles(isPlayer: boolean, language: Locale): void {
  const parts = isPlayer ? (['login', isBelow('game') ? 'game' : 'lobby'] as const) : (['login'] as const)
  const texts = parts.flatMap((part) => textFile(language, part) ?? [])
  for (const href of [...neededFiles(isPlayer), ...texts]) {
    // Runs as soon as it has come: it sends a game's offer (net/early-offer.ts).
    if (/offer/.test(href)) import(/* @vite-ignore */ href).catch(() => {})
    else {
      const kind = /css$/.test(href) ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
      document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href }, kind))
    }
  }
}
