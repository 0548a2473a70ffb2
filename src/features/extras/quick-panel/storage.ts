import * as v from 'valibot'
import { fromJson } from '../../../core/storage/json.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { DEFAULT_TOGGLES, type Toggles } from './state.ts'

/** A player's: a logout wipes it (session/wipe.ts). */
const KEY = 'reelcast.quick'
const Kept = v.object({
  notifications: v.fallback(v.boolean(), DEFAULT_TOGGLES.notifications),
  cloudSync: v.fallback(v.boolean(), DEFAULT_TOGGLES.cloudSync),
  retroThrusters: v.fallback(v.boolean(), DEFAULT_TOGGLES.retroThrusters),
})

/** The quick settings as they were left; what can not be read stands as it does at first. */
export function storedToggles(): Toggles {
  const kept = v.safeParse(Kept, fromJson(read('local', KEY)))
  return kept.success ? kept.output : DEFAULT_TOGGLES
}

export function storeToggles(toggles: Toggles): void {
  write('local', KEY, JSON.stringify(toggles))
}
