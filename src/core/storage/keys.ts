/*
 * All keys of the app in the browser's storage, `reelcast.<name>`, by scope. A key without a scope does not
 * compile. The scope determines what a logout and a kiosk's reset remove.
 */

/** Of the kiosk itself: kept by a logout and by a kiosk's reset. */
export const KIOSK_KEYS = [
  'browser',
  'gated',
  'settings',
  'look',
  'update',
  'kiosk',
  'kiosk-screen',
  'kiosk-jackpots',
  'kiosk-tries',
] as const
/** Choices on this device: kept by a logout, removed by a kiosk's reset. */
export const DEVICE_KEYS = [
  'language',
  'remember',
  'volume',
  'feel',
  'letter-keys',
  'balance-hidden',
  'folded',
  'guest-theme',
  'data-saver',
  'tour',
] as const
/**
 * A player's data: removed at the end of the session, as is any other key that starts with `reelcast.`, such
 * as an older release's.
 */
export const PLAYER_KEYS = [
  'token',
  'pin',
  'player',
  'login',
  'login-id',
  'shared',
  'preferences',
  'path',
  'left',
  'locked',
  'wrong-pins',
  'active',
  'play',
  'kept',
  'held',
  'last-load',
  'discount-at',
  'bonus-at',
  'chat-again',
  'quick',
  'theme',
  'layout',
] as const

type Key = (typeof KIOSK_KEYS)[number] | (typeof DEVICE_KEYS)[number] | (typeof PLAYER_KEYS)[number]
export type StorageKey = `reelcast.${Key}`

const isForeign = (key: string) => !key.startsWith('reelcast.')
const among = (names: readonly string[], key: string) => names.includes(key.slice('reelcast.'.length))

/** Whether a key outlives a session. */
export const outlivesSession = (key: string): boolean =>
  isForeign(key) || among(KIOSK_KEYS, key) || among(DEVICE_KEYS, key)

/** Whether a key outlives a kiosk's reset between two players. */
export const outlivesKioskReset = (key: string): boolean => isForeign(key) || among(KIOSK_KEYS, key)
