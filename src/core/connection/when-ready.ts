import { effect } from '@preact/signals-react'
import { findRoute } from '../router/find-route.ts'
import { pathname } from '../router/pathname.ts'
import { joined, link, pageReady } from './state.ts'

/** Maximum wait for a page that never becomes ready or a channel that never connects. */
const MAX_WAIT_MS = 12_000
/** Maximum wait for the visible images. */
const MAX_ART_WAIT_MS = 6_000

/** Resolves when `condition` holds, or after MAX_WAIT_MS. */
function waitFor(condition: () => boolean): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, MAX_WAIT_MS)
    const stop = effect(() => {
      if (!condition()) return
      clearTimeout(timer)
      queueMicrotask(() => stop())
      done()
    })
  })
}

/** Resolves when an open lobby or game shows its content; at once on other pages. */
export const whenPageReady = (): Promise<void> =>
  waitFor(() => {
    const page = findRoute(pathname.value)?.page
    return pageReady.value || (page !== 'home' && page !== 'game')
  })

/** Resolves when the notification server has answered or is unreachable. */
export const whenJoined = (): Promise<void> => waitFor(() => joined.value || link.value === 'down')

/**
 * Resolves when the notification server has answered or is unreachable, and the visible images are drawn: on
 * a slow connection any other download would delay them.
 */
export async function whenLive(): Promise<void> {
  await whenJoined()
  // Images below the viewport load lazily and may never complete.
  const loading = [...document.querySelectorAll('img')].filter(
    (image) => !image.complete && image.getBoundingClientRect().top < innerHeight,
  )
  const drawn = Promise.all(
    loading.map(
      (image) =>
        new Promise((done) => {
          image.addEventListener('load', done)
          image.addEventListener('error', done)
        }),
    ),
  )
  if (loading.length === 0) return
  // A loaded image is painted within two frames. A hidden page paints nothing.
  const painted = drawn.then(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await Promise.race([painted, new Promise((done) => setTimeout(done, MAX_ART_WAIT_MS))])
}
