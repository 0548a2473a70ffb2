import * as v from 'valibot'
import { ThemeSettings } from '../../../contract/user.ts'
import { fromJson } from '../../../core/storage/json.ts'
import { read, write } from '../../../core/storage/storage.ts'

/** A guest's outlives sessions (KEPT in session/wipe.ts), a player's does not. */
const KEYS = { guest: 'reelcast.guest-theme', player: 'reelcast.theme' } as const

/** The look that was kept on this device; undefined when there is none, or it can not be read. */
export function storedTheme(whose: keyof typeof KEYS): ThemeSettings | undefined {
  const kept = v.safeParse(ThemeSettings, fromJson(read('local', KEYS[whose])))
  return kept.success ? kept.output : undefined
}

export function storeTheme(whose: keyof typeof KEYS, look: ThemeSettings | undefined): void {
  write('local', KEYS[whose], look && JSON.stringify(look))
}
