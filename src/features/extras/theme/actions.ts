import type { ThemeSettings } from '../../../contract/user.ts'
import { session } from '../../../core/session/state.ts'
import { saveTheme } from '../../preferences/actions.ts'
import { preferencesStatus } from '../../preferences/state.ts'
import { toggles } from '../quick-panel/state.ts'
import { setGuestTheme, setLocalTheme, theme, unsavedTheme, withChange } from './state.ts'
import { storeTheme } from './storage.ts'

/**
 * Changes the look at once. A guest's stays on this device; a player's is saved with their settings, unless they
 * switched that off (Cloud Sync) or the server keeps none: then it stays here until they log out.
 */
export function changeTheme(change: Partial<ThemeSettings>): void {
  const next = withChange(theme.peek(), change)
  if (session.peek().status !== 'player') {
    setGuestTheme(next)
    storeTheme('guest', next)
    return
  }
  setLocalTheme(next)
  storeTheme('player', next)
  saveUnsavedTheme()
}

/** Saves what was chosen here with the player's settings, if that is wanted and possible by now. */
export function saveUnsavedTheme(): void {
  const own = unsavedTheme.peek()
  if (!own || !toggles.peek().cloudSync || preferencesStatus.peek() !== 'ready') return
  saveTheme(own)
  setLocalTheme(undefined)
  storeTheme('player', undefined)
}
