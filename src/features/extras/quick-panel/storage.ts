import * as v from 'valibot'
import { fromJson } from '../../../core/storage/json.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { DEFAULT_TOGGLES, type Toggles } from './state.ts'

/** Removed at logout (core/storage/keys.ts). */
const KEY = 'reelcast.quick'
const StoredToggles = v.object({
  notifications: v.fallback(v.boolean(), DEFAULT_TOGGLES.notifications),
  cloudSync: v.fallback(v.boolean(), DEFAULT_TOGGLES.cloudSync),
  retroThrusters: v.fallback(v.boolean(), DEFAULT_TOGGLES.retroThrusters),
})

/** The stored quick settings; the defaults for what is missing or malformed. */
export function storedToggles(): Toggles {
  const parsed = v.safeParse(StoredToggles, fromJson(read('local', KEY)))
  return parsed.success ? parsed.output : DEFAULT_TOGGLES
}

export function storeToggles(toggles: Toggles): void {
  write('local', KEY, JSON.stringify(toggles))
}
