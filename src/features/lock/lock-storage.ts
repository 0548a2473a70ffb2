import { sessionArea, storedPin, TOKEN_KEY } from '../../core/session/stored-token.ts'
import type { StorageKey } from '../../core/storage/keys.ts'
import { type Area, read, write } from '../../core/storage/storage.ts'
import { type PinHash, readPinHash } from './pin.ts'

/*
 * What outlives the page lies beside the token, and goes with it: shared by all tabs of a remembered session, else
 * this tab's own.
 */
const LOCKED = 'reelcast.locked'
const WRONG = 'reelcast.wrong-pins'
const ACTIVE = 'reelcast.active'

/** What is kept of the lock of one session. */
export interface LockStorage {
  /** Is the screen locked, in whichever tab? Undefined when nobody can tell: the session is gone from there. */
  locked(): boolean | undefined
  lock(): void
  /** The screen is open: nothing is locked and nothing counted. */
  unlock(): void
  /** How many wrong PINs were tried at this lock. */
  wrongPins(): number
  setWrongPins(wrong: number): void
  /** The last sign of life of this player in any of their tabs, ms since 1970. */
  activity(): number | undefined
  setActivity(at: number): void
  /** Nothing of this player stays. Where somebody else's session is kept by now, theirs is left alone. */
  forget(): void
  /** Tells when another tab locks, unlocks or is used. Gives a way to stop. */
  subscribe(onChange: () => void): () => void
}

/** What is kept in the place where the session is kept now. */
export function lockStorage(where: Area = sessionArea()): LockStorage {
  const hasSession = () => read(where, TOKEN_KEY) !== undefined
  const removeKeys = (...keys: StorageKey[]) => {
    for (const key of keys) write(where, key, undefined)
  }
  return {
    locked: () => (hasSession() ? read(where, LOCKED) === '1' : undefined),
    lock: () => write(where, LOCKED, '1'),
    unlock: () => removeKeys(LOCKED, WRONG),
    wrongPins() {
      const count = Number(read(where, WRONG))
      return Number.isInteger(count) && count > 0 ? count : 0
    },
    setWrongPins: (wrong) => write(where, WRONG, String(wrong)),
    activity() {
      const at = Number(read(where, ACTIVE) ?? Number.NaN)
      return Number.isFinite(at) ? at : undefined
    },
    setActivity: (at) => write(where, ACTIVE, String(at)),
    forget() {
      if (!hasSession()) removeKeys(LOCKED, WRONG, ACTIVE)
    },
    subscribe(onChange) {
      const onStorage = ({ key }: StorageEvent) => {
        if (where === 'local' && (key === LOCKED || key === ACTIVE)) onChange()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** The PIN hash that came with the token; undefined when there is none that anybody could meet. */
export const storedPinHash = (): PinHash | undefined => readPinHash(storedPin())
