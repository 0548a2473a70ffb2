import { effect, untracked } from '@preact/signals-react'
import { Code } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import { type Dispose, disposeAll } from '../../contract/result.ts'
import { codeText, failedLocale, loadCodeTexts, t } from '../../i18n/index.ts'
import { clearToasts, toast } from '../../ui/toast.ts'
import { pathname } from '../router/pathname.ts'
import { drainNotices, type Notice, queuedNotices } from './queue.ts'
import { clearVisitEndWarning, isVisitEndWarning, showVisitEndWarning } from './visit-end-warning.ts'

const MESSAGE_MS = 6000

/** The player has ended the visit, in another tab. */
const OWN_ENDS: readonly number[] = [Code.takenOver, Code.ownPause]

function show(info: InfoPush): void {
  if (isVisitEndWarning(info.code)) {
    showVisitEndWarning(info)
    return
  }
  const text = codeText(info.code, info.params) ?? info.message
  const kind = info.action === 'leave' && !OWN_ENDS.includes(info.code) ? 'danger' : 'info'
  // Messages without a code are different ones, and none may replace another.
  if (text) toast(text, { ...(info.code && { id: `info-${info.code}` }), ms: MESSAGE_MS, kind })
}

/**
 * Shows notices in the player's language, in the order in which they were queued, also those that arrived
 * before the texts were loaded. `onMessage` receives each message at once. Also reports texts of a language
 * that failed to load. Disposing removes every toast.
 */
export function startNotices(onMessage: (info: InfoPush) => void): Dispose {
  let stopped = false
  const handle = async (notice: Notice) => {
    if (notice.type === 'message') onMessage(notice.info)
    await loadCodeTexts()
    if (stopped) return
    if (notice.type === 'message') show(notice.info)
    else clearVisitEndWarning()
  }
  const stopAll = disposeAll([
    effect(() => {
      if (queuedNotices.value.length) untracked(() => void drainNotices().map(handle))
    }),
    effect(() => {
      if (failedLocale.value)
        untracked(() => toast(t('failure.network'), { id: 'texts', ms: MESSAGE_MS, kind: 'danger' }))
    }),
    // The warning is about the page that the player leaves.
    effect(() => {
      pathname.value
      untracked(clearVisitEndWarning)
    }),
  ])
  return () => {
    stopped = true
    stopAll()
    drainNotices()
    clearVisitEndWarning()
    clearToasts()
  }
}
