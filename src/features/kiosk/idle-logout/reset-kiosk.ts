import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { session } from '../../../core/session/state.ts'
import { wipeStorage } from '../../../core/session/wipe.ts'
import { settings } from '../../../core/settings/settings.ts'
import { reloadDeviceChoices } from '../../../core/storage/device-signal.ts'
import { outlivesKioskReset } from '../../../core/storage/keys.ts'
import { setLocale } from '../../../i18n/index.ts'
import { clearToasts } from '../../../ui/toast.ts'
import { setExternalLink } from '../lockdown/classify-link.ts'
import { closePhoneLogin } from '../phone-login/actions.ts'

/** Empties the text fields with an input event, and hides passwords that were shown. */
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

/** Removes everything of the last player, in the page and in storage. */
export function resetKiosk(): void {
  for (const where of ['local', 'session'] as const) wipeStorage(where, outlivesKioskReset)
  reloadDeviceChoices()
  clearToasts()
  setExternalLink(undefined)
  closePhoneLogin()
  clearFields()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  window.scrollTo(0, 0)
  // The kiosk stays usable in the old language when the language fails to load.
  setLocale(settings.peek().language).catch(() => {})
}

/** Resets the kiosk at the end of every session. */
export function startPlayerReset(): Dispose {
  let before: string | undefined
  return effect(() => {
    const current = session.value
    const player = current.status === 'player' ? current.user.id : undefined
    const ended = current.status === 'guest' || (current.status === 'unknown' && current.leaving)
    if (player !== undefined) before = player
    else if (ended && before !== undefined) {
      before = undefined
      untracked(resetKiosk)
    }
  })
}
