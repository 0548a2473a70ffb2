import type { ThemeSettings } from '../../../contract/user.ts'
import { session } from '../../../core/session/state.ts'
import { saveTheme } from '../../preferences/actions.ts'
import { preferencesStatus } from '../../preferences/state.ts'
import { toggles } from '../quick-panel/state.ts'
import { setGuestTheme, setLocalTheme, theme, unsavedTheme, withChange } from './state.ts'
import { storeTheme } from './storage.ts'

/**
 * Changes the theme at once. A guest's theme is stored on this device. A player's is saved on the server, or
 * stored on this device until the logout if Cloud Sync is off or the server stores no preferences.
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

/** Saves a local theme on the server, if Cloud Sync is on and the preferences have loaded. */
export function saveUnsavedTheme(): void {
  const unsaved = unsavedTheme.peek()
  if (!unsaved || !toggles.peek().cloudSync || preferencesStatus.peek() !== 'ready') return
  saveTheme(unsaved)
  setLocalTheme(undefined)
  storeTheme('player', undefined)
}
