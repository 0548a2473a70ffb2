import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { logout } from '../../core/session/actions.ts'
import { t } from '../../i18n/index.ts'
import { lockStorage, storedPinHash } from './lock-storage.ts'
import { isPin } from './pin.ts'
import { beginCheck, lock, MAX_WRONG_PINS, rejectPin, unlock } from './state.ts'

/** Counts an attempt, one tab at a time: two would count the same number. Returns the new count. */
async function countAttempt(): Promise<number> {
  const count = () => {
    const storage = lockStorage()
    const wrong = storage.wrongPins() + 1
    storage.setWrongPins(wrong)
    return wrong
  }
  return navigator.locks ? navigator.locks.request('reelcast.wrong-pins', count) : count()
}

/**
 * Checks a PIN, and unlocks if it is right. Ignored while another check is pending. The attempt is counted
 * before the check, so that a reload does not undo it.
 */
export async function tryPin(pin: string): Promise<void> {
  const hash = storedPinHash()
  const check = hash && beginCheck()
  if (!check) return
  const wrong = await countAttempt()
  const right = wrong <= MAX_WRONG_PINS && (await isPin(pin, hash).catch(() => false))
  // Another tab unlocked meanwhile, or the session has ended.
  if (lock.peek() !== check) return
  if (right) unlock()
  else rejectPin(wrong)
}

/** Logs out with a reason when no attempt is left, also after a reload. */
export function startWrongPinLogout(): Dispose {
  return effect(() => {
    const current = lock.value
    if (current.status !== 'refused' || current.left > 0) return
    untracked(() => void logout({ kind: 'message', code: 0, message: t('lock.tooMany'), params: {} }))
  })
}

export const logoutFromLock = (): Promise<void> => logout()
