import { read, write } from '../../core/storage/storage.ts'

/** Only in this tab, and gone with a logout. */
const AGAIN_KEY = 'reelcast.chat-again'

/** Loads the page anew, so that a frame remembers nobody, and opens the chat there. */
export function openInNewPage(): void {
  write('session', AGAIN_KEY, '1')
  location.reload()
}

/** Was the chat asked for in the page before this one? */
export const wasAsked = (): boolean => read('session', AGAIN_KEY) === '1'

/** Was the chat asked for in the page before this one? Told once. */
export function takeAgain(): boolean {
  const asked = wasAsked()
  write('session', AGAIN_KEY, undefined)
  return asked
}
