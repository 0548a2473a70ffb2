import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

const servedSignal = signal<string | undefined>()
const attemptedSignal = signal<string | undefined>()
const dismissedSignal = signal<string | undefined>()

/** The build of this page; undefined in development. */
export const currentBuild = (): string | undefined => document.documentElement.dataset.build

/**
 * The server's build if it differs from this page's. A build that an earlier reload did not bring (a cluster
 * that serves two builds) does not count, so that the page does not reload in a loop.
 */
export const newBuild: ReadonlySignal<string | undefined> = computed(() => {
  const current = currentBuild()
  const next = servedSignal.value
  return current && next && next !== current && next !== attemptedSignal.value ? next : undefined
})

/** Whether to offer the update: a new build that the player has not dismissed. */
export const updateOffered: ReadonlySignal<boolean> = computed(
  () => newBuild.value !== undefined && newBuild.value !== dismissedSignal.value,
)

export function setNewestBuild(build: string): void {
  servedSignal.value = build
}

export function setAttemptedBuild(build: string | undefined): void {
  attemptedSignal.value = build
}

/** Hides the offer until the next page load or the next version. */
export function dismissUpdate(): void {
  dismissedSignal.value = newBuild.peek()
}
