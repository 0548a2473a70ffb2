import type { ThemeSettings } from '../../../contract/user.ts'
import { session } from '../../../core/session/state.ts'
import { saveTheme } from '../../preferences/actions.ts'
import { preferencesAre } from '../../preferences/state.ts'
import { toggles } from '../quick-panel/state.ts'
import { changed, guestsLook, look, ownLook, unkept } from './state.ts'
import { storeLook } from './storage.ts'

/**
 * Changes the look at once. A guest's stays on this device; a player's is saved with their settings, unless they
 * switched that off (Cloud Sync) or the server keeps none: then it stays here until they log out.
 */
export function changeLook(change: Partial<ThemeSettings>): void {
  const next = changed(look.peek(), change)
  if (session.peek().status !== 'player') {
    guestsLook(next)
    storeLook('guest', next)
    return
  }
  ownLook(next)
  storeLook('player', next)
  saveLook()
}

/** Saves what was chosen here with the player's settings, if that is wanted and possible by now. */
export function saveLook(): void {
  const own = unkept.peek()
  if (!own || !toggles.peek().cloudSync || preferencesAre.peek() !== 'ready') return
  saveTheme(own)
  ownLook(undefined)
  storeLook('player', undefined)
}
