import type { Dispose } from '../../contract/result.ts'
import { readShared, writeShared } from '../../core/session/login-storage.ts'
import { ACTIVE_KEY, sessionArea, storedPin, TOKEN_KEY } from '../../core/session/stored-token.ts'
import type { StorageKey } from '../../core/storage/keys.ts'
import { type Area, read, write } from '../../core/storage/storage.ts'
import { type PinHash, readPinHash } from './pin.ts'

/*
 * Stored and removed with the token: shared by all tabs of a remembered session, else private to this tab.
 * The count of wrong PINs is the login's, also in a duplicated tab.
 */
const LOCKED = 'reelcast.locked'
const WRONG = 'reelcast.wrong-pins'

/** The stored lock of a session. */
export interface LockStorage {
  /** Whether any tab has locked the screen; undefined if the session is no longer stored. */
  locked(): boolean | undefined
  /** Also removes the last activity: without activity, the absence of the lock's key does not unlock. */
  lock(): void
  /** Removes the lock and its attempts. */
  unlock(): void
  /** The number of wrong PINs since the login was last unlocked. */
  wrongPins(): number
  setWrongPins(wrong: number): void
  /** The time of the last activity in any tab, ms since 1970. */
  activity(): number | undefined
  setActivity(at: number): void
  /** Removes all keys, unless another session is stored by now. */
  forget(): void
  /** Calls `onChange` when another tab locks, unlocks or reports activity. */
  subscribe(onChange: () => void): Dispose
}

export function lockStorage(area: Area = sessionArea()): LockStorage {
  const hasSession = () => read(area, TOKEN_KEY) !== undefined
  const removeKeys = (...keys: StorageKey[]) => {
    for (const key of keys) write(area, key, undefined)
  }
  return {
    locked: () => (hasSession() ? read(area, LOCKED) === '1' : undefined),
    lock() {
      write(area, LOCKED, '1')
      removeKeys(ACTIVE_KEY)
    },
    unlock() {
      removeKeys(LOCKED)
      writeShared(WRONG, undefined, area)
    },
    wrongPins() {
      const count = Number(readShared(WRONG, area))
      return Number.isInteger(count) && count > 0 ? count : 0
    },
    setWrongPins: (wrong) => writeShared(WRONG, String(wrong), area),
    activity() {
      const at = Number(read(area, ACTIVE_KEY) ?? Number.NaN)
      return Number.isFinite(at) ? at : undefined
    },
    setActivity: (at) => write(area, ACTIVE_KEY, String(at)),
    forget() {
      if (!hasSession()) removeKeys(LOCKED, WRONG, ACTIVE_KEY)
    },
    subscribe(onChange) {
      const onStorage = ({ key }: StorageEvent) => {
        if (area === 'local' && (key === LOCKED || key === ACTIVE_KEY)) onChange()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** The PIN hash that came with the token; undefined when it is missing or malformed. */
export const storedPinHash = (): PinHash | undefined => readPinHash(storedPin())
