import * as v from 'valibot'
import { fromJson } from '../../../contract/json.ts'
import { ThemeSettings } from '../../../contract/user.ts'
import { read, write } from '../../../core/storage/storage.ts'

/** The guest's theme outlives sessions (core/storage/keys.ts), the player's does not. */
const KEYS = { guest: 'reelcast.guest-theme', player: 'reelcast.theme' } as const

/** The theme that is stored on this device; undefined if it is missing or malformed. */
export function storedTheme(owner: keyof typeof KEYS): ThemeSettings | undefined {
  const parsed = v.safeParse(ThemeSettings, fromJson(read('local', KEYS[owner])))
  return parsed.success ? parsed.output : undefined
}

export function storeTheme(owner: keyof typeof KEYS, theme: ThemeSettings | undefined): void {
  write('local', KEYS[owner], theme && JSON.stringify(theme))
}
