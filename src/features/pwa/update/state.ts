import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

const servedSignal = signal<string | undefined>()
const attemptedSignal = signal<string | undefined>()
const dismissedSignal = signal<string | undefined>()

/** The build on this page; undefined where nothing was built (development). */
export const currentBuild = (): string | undefined => document.documentElement.dataset.build

/**
 * The build that the server has and this page has not; undefined when there is none. One that was taken and did not
 * come (a server that hands out two at once) is none: nobody is to load the page for ever.
 */
export const newBuild: ReadonlySignal<string | undefined> = computed(() => {
  const own = currentBuild()
  const next = servedSignal.value
  return own && next && next !== 'unknown' && next !== own && next !== attemptedSignal.value
    ? next
    : undefined
})

/** Is it to be offered: there is one, and nobody has put it off? */
export const updateOffered: ReadonlySignal<boolean> = computed(
  () => newBuild.value !== undefined && newBuild.value !== dismissedSignal.value,
)

/** The server has this build. */
export function setNewestBuild(build: string): void {
  servedSignal.value = build
}

/** This build was taken before this page was loaded. */
export function setAttemptedBuild(build: string | undefined): void {
  attemptedSignal.value = build
}

/** Not now: it is offered again with the next visit, or the next version. */
export function dismissUpdate(): void {
  dismissedSignal.value = newBuild.peek()
}
