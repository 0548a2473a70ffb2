import { effect, untracked } from '@preact/signals-react'
import { logout } from '../../core/session/actions.ts'
import { t } from '../../i18n/index.ts'
import { lockStorage, storedPinHash } from './lock-storage.ts'
import { isPin } from './pin.ts'
import { beginCheck, lock, MAX_WRONG_PINS, rejectPin, unlock } from './state.ts'

/**
 * Tries a PIN: the right one opens the screen. While one is being checked another is not taken. It counts before
 * it is checked, so that a reload in between saves no attempt.
 */
export async function tryPin(pin: string): Promise<void> {
  const hash = storedPinHash()
  const check = hash && beginCheck()
  if (!check) return
  const storage = lockStorage()
  const wrong = storage.wrongPins() + 1
  storage.setWrongPins(wrong)
  const right = wrong <= MAX_WRONG_PINS && (await isPin(pin, hash).catch(() => false))
  // Opened in another tab meanwhile, or the session is over.
  if (lock.peek() !== check) return
  if (right) unlock()
  else rejectPin(wrong)
}

/** Logs out, saying why, once no PIN may be tried any more: also after a reload that came in between. */
export function startWrongPinLogout(): () => void {
  return effect(() => {
    const now = lock.value
    if (now.is !== 'refused' || now.left > 0) return
    untracked(() => void logout({ kind: 'told', code: 0, message: t('lock.tooMany'), params: {} }))
  })
}

/** The player goes instead of unlocking. */
export const logoutFromLock = (): Promise<void> => logout()
