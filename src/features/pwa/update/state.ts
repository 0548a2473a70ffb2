import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

const served = signal<string | undefined>()
const tried = signal<string | undefined>()
const putOff = signal<string | undefined>()

/** The build on this page; undefined where nothing was built (development). */
export const ownBuild = (): string | undefined => document.documentElement.dataset.build

/**
 * The build that the server has and this page has not; undefined when there is none. One that was taken and did not
 * come (a server that hands out two at once) is none: nobody is to load the page for ever.
 */
export const newBuild: ReadonlySignal<string | undefined> = computed(() => {
  const own = ownBuild()
  const next = served.value
  return own && next && next !== 'unknown' && next !== own && next !== tried.value ? next : undefined
})

/** Is it to be offered: there is one, and nobody has put it off? */
export const offered: ReadonlySignal<boolean> = computed(
  () => newBuild.value !== undefined && newBuild.value !== putOff.value,
)

/** The server has this build. */
export function buildSeen(build: string): void {
  served.value = build
}

/** This build was taken before this page was loaded. */
export function buildTried(build: string | undefined): void {
  tried.value = build
}

/** Not now: it is offered again with the next visit, or the next version. */
export function putUpdateOff(): void {
  putOff.value = newBuild.peek()
}
