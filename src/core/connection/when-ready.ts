import { effect } from '@preact/signals-react'
import { pathname } from '../router/pathname.ts'
import { joined, link, pageReady } from './state.ts'

/** A page that never becomes ready, or a channel that never connects, delays nothing for longer. */
const MAX_WAIT_MS = 12_000
/** The same for pictures in view. */
const MAX_ART_WAIT_MS = 6_000

/** Resolves once `condition` holds, or after MAX_WAIT_MS. */
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

/** Resolves once a lobby or a game that is open shows what it is for; at once on other pages. */
export const whenPageReady = (): Promise<void> =>
  waitFor(() => pageReady.value || !/^\/(lobby|game)/.test(pathname.value))

/**
 * Resolves once the notification server has answered, or can not be reached, and the pictures that were requested are drawn:
 * on a slow line every other file delays them.
 */
export async function whenLive(): Promise<void> {
  await waitFor(() => joined.value || link.value === 'down')
  // Of the others, which load lazily, nothing may be known for ever.
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
  // Loaded is not drawn; a hidden page draws nothing.
  const painted = drawn.then(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await Promise.race([painted, new Promise((done) => setTimeout(done, MAX_ART_WAIT_MS))])
}
