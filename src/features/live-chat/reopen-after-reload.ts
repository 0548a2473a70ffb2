import { read, write } from '../../core/storage/storage.ts'

/** Of this tab only; a logout removes it. */
const REOPEN_KEY = 'reelcast.chat-again'

/** Reloads the page, because the iframe may remember an earlier player, and reopens the chat. */
export function reloadAndReopen(): void {
  write('session', REOPEN_KEY, '1')
  location.reload()
}

/** Whether this page was reloaded to open the chat. */
export const isReopenRequested = (): boolean => read('session', REOPEN_KEY) === '1'

/** Like `isReopenRequested`, and clears the request. */
export function takeReopenRequest(): boolean {
  const requested = isReopenRequested()
  write('session', REOPEN_KEY, undefined)
  return requested
}
