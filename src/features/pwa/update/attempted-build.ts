import { read, write } from '../../../core/storage/storage.ts'
import { setAttemptedBuild } from './state.ts'

/** What was taken last, so that it is not taken for ever where it does not come. Of the device, not of a player. */
const KEY = 'reelcast.update'

/** This build is being taken. */
export function storeAttemptedBuild(build: string | undefined): void {
  write('session', KEY, build)
}

/** Tells the state what was taken before this page was loaded. */
export function restoreAttemptedBuild(): void {
  setAttemptedBuild(read('session', KEY))
}
