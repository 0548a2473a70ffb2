import * as v from 'valibot'
import { fromJson } from '../../../contract/json.ts'
import { ThemeSettings } from '../../../contract/user.ts'
import { sessionArea } from '../../../core/session/stored-token.ts'
import { read, write } from '../../../core/storage/storage.ts'

/**
 * The guest's theme outlives sessions (core/storage/keys.ts). The player's is stored with the token: another
 * tab may have another player.
 */
const KEYS = { guest: 'reelcast.guest-theme', player: 'reelcast.theme' } as const
const areaOf = (owner: keyof typeof KEYS) => (owner === 'guest' ? 'local' : sessionArea())

/** The theme that is stored on this device; undefined if it is missing or malformed. */
export function storedTheme(owner: keyof typeof KEYS): ThemeSettings | undefined {
  const parsed = v.safeParse(ThemeSettings, fromJson(read(areaOf(owner), KEYS[owner])))
  return parsed.success ? parsed.output : undefined
}

export function storeTheme(owner: keyof typeof KEYS, theme: ThemeSettings | undefined): void {
  write(areaOf(owner), KEYS[owner], theme && JSON.stringify(theme))
}
