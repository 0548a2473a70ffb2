import { effect, untracked } from '@preact/signals-react'
import type { InfoPush } from '../../contract/live.ts'
import { codeText, loadRest } from '../../i18n/index.ts'
import { clearToasts, toast } from '../../ui/toast.ts'
import { pathname } from '../router/pathname.ts'
import { closingOver, closingSays, isClosing } from './idle-warning.ts'
import { drainNotices, type Notice, queuedNotices } from './state.ts'

/** How long a message of a server stays, ms. */
const MESSAGE_MS = 6000

function show(info: InfoPush): void {
  if (isClosing(info.code)) {
    closingSays(info)
    return
  }
  const text = codeText(info.code, info.params) ?? info.message
  const kind = info.action === 'leave' ? 'danger' : 'info'
  if (text) toast(text, { id: `info-${info.code}`, ms: MESSAGE_MS, kind })
}

/**
 * Shows what the servers have to say, in the player's language and in the order in which it came: what comes before
 * the texts are there waits for them. `hear` is queuedNotices at once. Gives a way to stop, which leaves nothing on show.
 */
export function showMessages(hear: (info: InfoPush) => void): () => void {
  let gone = false
  const put = async (word: Notice) => {
    if (word !== 'worked') hear(word)
    await loadRest()
    if (gone) return
    if (word === 'worked') closingOver()
    else show(word)
  }
  const stops = [
    effect(() => {
      if (queuedNotices.value.length) untracked(() => void drainNotices().map(put))
    }),
    // The page that the warning was about is left.
    effect(() => {
      pathname.value
      untracked(closingOver)
    }),
  ]
  return () => {
    gone = true
    for (const stop of stops) stop()
    drainNotices()
    closingOver()
    clearToasts()
  }
}
