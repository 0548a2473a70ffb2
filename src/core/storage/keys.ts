/*
 * Every key of the app in the browser's storage, by its scope: `reelcast.<name>`. A key without a scope does not
 * compile. What a logout and a kiosk's reset remove follows from the scopes.
 */

/** Of a venue's screen itself: neither a logout nor a kiosk's reset removes them. */
const KIOSK_KEYS = ['browser', 'gated', 'look', 'update', 'kiosk', 'kiosk-jackpots', 'kiosk-tries'] as const
/** Choices on this device: they outlive a session, and a kiosk's reset removes them. */
const DEVICE_KEYS = [
  'language',
  'remember',
  'volume',
  'feel',
  'balance-hidden',
  'folded',
  'guest-theme',
  'data-saver',
] as const
/** A player's: removed at the end of the session. So is any other key under `reelcast.`, from whatever release. */
type PlayerKey =
  | 'token'
  | 'pin'
  | 'player'
  | 'login'
  | 'preferences'
  | 'path'
  | 'left'
  | 'locked'
  | 'wrong-pins'
  | 'active'
  | 'play'
  | 'discount-at'
  | 'bonus-at'
  | 'chat-again'
  | 'quick'
  | 'theme'
  | 'layout'

export type StorageKey = `reelcast.${(typeof KIOSK_KEYS)[number] | (typeof DEVICE_KEYS)[number] | PlayerKey}`

const isForeign = (key: string) => !key.startsWith('reelcast.')
const among = (names: readonly string[], key: string) => names.includes(key.slice('reelcast.'.length))

/** Whether a key outlives a session. */
export const outlivesSession = (key: string): boolean =>
  isForeign(key) || among(KIOSK_KEYS, key) || among(DEVICE_KEYS, key)

/** Whether a key outlives a kiosk's reset between two players. */
export const outlivesKioskReset = (key: string): boolean => isForeign(key) || among(KIOSK_KEYS, key)
