import { effect, untracked } from '@preact/signals-react'
import { session } from '../../../core/session/state.ts'
import { settings } from '../../../core/settings/settings.ts'
import { outlivesKioskReset } from '../../../core/storage/keys.ts'
import { wipeStorage } from '../../../core/storage/wipe-storage.ts'
import { setLocale } from '../../../i18n/index.ts'
import { clearToasts } from '../../../ui/toast.ts'
import { setExternalLink } from '../lockdown/classify-link.ts'

/** Empties what somebody typed, as if they had taken it back themselves, and hides it again. */
function clearFields(): void {
  for (const field of document.querySelectorAll('input')) {
    if (field.type === 'checkbox' || field.type === 'radio' || field.type === 'range') continue
    if (field.autocomplete === 'current-password' && field.type === 'text')
      field.closest('.field-box')?.querySelector('button')?.click()
    if (!field.value) continue
    field.value = ''
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

/** Nothing of whoever was here is left, in the page or stored: the next one finds the screen as the venue set it up. */
export function resetKiosk(): void {
  for (const where of ['local', 'session'] as const) wipeStorage(where, outlivesKioskReset)
  clearToasts()
  setExternalLink(undefined)
  clearFields()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  window.scrollTo(0, 0)
  // A language that does not come keeps nobody out.
  setLocale(settings.peek().language).catch(() => {})
}

/** Forgets each player as they go, by whatever road. Gives a way to stop. */
export function startPlayerReset(): () => void {
  let before: string | undefined
  return effect(() => {
    const now = session.value
    const player = now.status === 'player' ? now.user.id : undefined
    const gone = now.status === 'guest' || (now.status === 'unknown' && now.leaving)
    if (player !== undefined) before = player
    else if (gone && before !== undefined) {
      before = undefined
      untracked(resetKiosk)
    }
  })
}
