import type { Machine } from '../../../contract/floor.ts'
import { currentToken, onSessionEnd } from '../../../core/session/state.ts'
import { dataSaver, readSaver } from '../../../core/settings/data-saver.ts'
import { settings } from '../../../core/settings/settings.ts'
import { fetchPicture } from '../../../net/image.ts'
import { machineSignal } from '../state.ts'

/** Between two stills of a machine, ms: of one that is played, of one that stands, and after one that did not come. */
const EVERY = { moving: 5000, standing: 30_000, failed: 20_000 } as const
const LOOK_MS = 400
/** A card that only flies by is not asked for: ms in sight. */
const REST_MS = 400
const MOST_AT_ONCE = 2
/** Of one that is out of order there is nothing to see. */
const OUT: readonly (Machine['status'] | undefined)[] = ['offline', 'error']
const MOVING: readonly (Machine['status'] | undefined)[] = ['playing', 'in-bonus', 'cashing-out']

interface View {
  /** The machine's. */
  id: string
  /** Takes the address of a picture that is ready to be drawn, or undefined when there is none. */
  show(url: string | undefined): void
  /** Since when it is in sight, ms of performance.now(). */
  since: number | undefined
  /** When the next one is due. */
  due: number
  /** As it was at the last still. */
  status: Machine['status'] | undefined
  asked: AbortController | undefined
}

const views = new Map<Element, View>()
let timer: ReturnType<typeof setInterval> | undefined
let watcher: IntersectionObserver | undefined

/** Does the player, or their network, want to go without? */
function saves(): boolean {
  readSaver()
  return dataSaver.peek() || /2g/.test(String(Object(Reflect.get(navigator, 'connection')).effectiveType))
}

async function decoded(picture: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(picture)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return url
  } catch {
    URL.revokeObjectURL(url)
    return undefined
  }
}

async function renew(view: View, address: string): Promise<void> {
  const asked = new AbortController()
  view.asked = asked
  const picture = await fetchPicture(address, {
    baseUrl: settings.peek().apiUrl,
    token: currentToken(),
    signal: asked.signal,
  })
  const url = picture && !asked.signal.aborted ? await decoded(picture) : undefined
  // The card may have gone meanwhile, or the player.
  if (asked.signal.aborted) {
    if (url) URL.revokeObjectURL(url)
    return
  }
  view.asked = undefined
  const wait = url ? EVERY[MOVING.includes(view.status) ? 'moving' : 'standing'] : EVERY.failed
  view.due = performance.now() + wait
  view.show(url)
}

function look(): void {
  if (document.hidden || !navigator.onLine || saves()) return
  const now = performance.now()
  let free = MOST_AT_ONCE
  for (const { asked } of views.values()) if (asked) free--
  for (const view of views.values()) {
    if (free <= 0) return
    if (view.asked || view.since === undefined || now - view.since < REST_MS) continue
    const machine = machineSignal(view.id).peek()
    if (!machine?.still) continue
    if (OUT.includes(machine.status)) {
      if (view.status !== machine.status) view.show(undefined)
      view.status = machine.status
      view.due = 0
      continue
    }
    // What has just begun to move is worth a look, though never sooner than one that moves.
    if (machine.status !== view.status && MOVING.includes(machine.status))
      view.due = Math.min(view.due, now + EVERY.moving)
    view.status = machine.status
    if (now < view.due) continue
    free--
    void renew(view, machine.still)
  }
}

/**
 * Keeps the still of a machine fresh while this element of its card is in sight and the page is seen; never while
 * data are to be saved. `show` owns the addresses that it takes. Answers how to stop.
 */
export function watchStill(element: Element, id: string, show: View['show']): () => void {
  watcher ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const view = views.get(target)
      if (view) view.since = isIntersecting ? (view.since ?? performance.now()) : undefined
    }
  })
  timer ??= setInterval(look, LOOK_MS)
  views.set(element, { id, show, since: undefined, due: 0, status: undefined, asked: undefined })
  watcher.observe(element)
  return () => {
    watcher?.unobserve(element)
    views.get(element)?.asked?.abort()
    views.delete(element)
    if (views.size > 0) return
    clearInterval(timer)
    timer = undefined
    watcher?.disconnect()
    watcher = undefined
  }
}

onSessionEnd(() => {
  for (const { asked } of views.values()) asked?.abort()
})
