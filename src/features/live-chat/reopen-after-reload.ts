import { read, write } from '../../core/storage/storage.ts'

/** Of this tab only; a logout removes it. */
const REOPEN_KEY = 'reelcast.chat-again'

/** Reloads the page, so that no frame remembers an earlier player, and opens the chat after the reload. */
export function reloadAndReopen(): void {
  write('session', REOPEN_KEY, '1')
  location.reload()
}

/** Whether the chat is to be opened after this reload. */
export const isReopenRequested = (): boolean => read('session', REOPEN_KEY) === '1'

/** Like `isReopenRequested`, and clears the request. */
export function takeReopenRequest(): boolean {
  const requested = isReopenRequested()
  write('session', REOPEN_KEY, undefined)
  return requested
}
