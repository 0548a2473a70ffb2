import type { Machine } from '../../../contract/floor.ts'
import type { Dispose } from '../../../contract/result.ts'
import { currentToken, onSessionEnd } from '../../../core/session/state.ts'
import { savesData } from '../../../core/settings/data-saver.ts'
import { settings } from '../../../core/settings/settings.ts'
import { decodePicture, fetchPicture } from '../../../net/image.ts'
import { findMachine } from '../all-machines/state.ts'
import { isMoving } from './is-moving.ts'

/**
 * The intervals between two stills of a machine, ms: while it is played, while it is idle, and after a
 * failure.
 */
const REFRESH_MS = { moving: 5000, standing: 30_000, failed: 20_000 } as const
const POLL_INTERVAL_MS = 400
/** A card must be visible for this long, ms, so that fast scrolling fetches nothing. */
const MIN_VISIBLE_MS = 400
const MAX_REQUESTS = 2
/** Machines in these statuses are not fetched. */
const OUT_OF_ORDER: readonly (Machine['status'] | undefined)[] = ['offline', 'error']

interface View {
  /** The machine's id. */
  id: string
  /** Receives the object URL of a decoded still, or undefined if there is none. */
  show(url: string | undefined): void
  /** Visible since this moment of performance.now(). */
  visibleSince: number | undefined
  /** When the next still is due. */
  due: number
  /** The machine's status at the last still. */
  status: Machine['status'] | undefined
  request: AbortController | undefined
}

const views = new Map<Element, View>()
let timer: ReturnType<typeof setInterval> | undefined
let watcher: IntersectionObserver | undefined

async function fetchStill(view: View, address: string): Promise<void> {
  const asked = new AbortController()
  view.request = asked
  const picture = await fetchPicture(address, {
    baseUrl: settings.peek().apiUrl,
    token: currentToken(),
    signal: asked.signal,
  })
  const url = picture && (await decodePicture(picture, asked.signal))
  // The card was removed or the session ended meanwhile.
  if (asked.signal.aborted) return
  view.request = undefined
  const wait = url ? REFRESH_MS[isMoving(view.status) ? 'moving' : 'standing'] : REFRESH_MS.failed
  view.due = performance.now() + wait
  view.show(url)
}

function poll(): void {
  if (document.hidden || savesData()) return
  const now = performance.now()
  let free = MAX_REQUESTS
  for (const { request: asked } of views.values()) if (asked) free--
  for (const view of views.values()) {
    if (free <= 0) return
    if (view.request || view.visibleSince === undefined || now - view.visibleSince < MIN_VISIBLE_MS) continue
    const machine = findMachine(view.id)
    if (!machine?.still) continue
    if (OUT_OF_ORDER.includes(machine.status)) {
      if (view.status !== machine.status) view.show(undefined)
      view.status = machine.status
      view.due = 0
      continue
    }
    // A machine that starts to move gets a still soon, but not sooner than a moving one.
    if (machine.status !== view.status && isMoving(machine.status))
      view.due = Math.min(view.due, now + REFRESH_MS.moving)
    view.status = machine.status
    if (now < view.due) continue
    free--
    void fetchStill(view, machine.still)
  }
}

/**
 * Keeps a machine's still up to date while this element of its card and the page are visible, unless data is
 * to be saved. `show` has to revoke the URLs that it receives.
 */
export function watchStill(element: Element, id: string, show: View['show']): Dispose {
  watcher ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const view = views.get(target)
      if (view) view.visibleSince = isIntersecting ? (view.visibleSince ?? performance.now()) : undefined
    }
  })
  timer ??= setInterval(poll, POLL_INTERVAL_MS)
  views.set(element, { id, show, visibleSince: undefined, due: 0, status: undefined, request: undefined })
  watcher.observe(element)
  return () => {
    watcher?.unobserve(element)
    views.get(element)?.request?.abort()
    views.delete(element)
    if (views.size > 0) return
    clearInterval(timer)
    timer = undefined
    watcher?.disconnect()
    watcher = undefined
  }
}

onSessionEnd(() => {
  for (const { request: asked } of views.values()) asked?.abort()
})
