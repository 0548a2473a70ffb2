import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

const servedSignal = signal<string | undefined>()
const attemptedSignal = signal<string | undefined>()
const dismissedSignal = signal<string | undefined>()

/** The build of this page; undefined in development. */
export const currentBuild = (): string | undefined => document.documentElement.dataset.build

/**
 * A build on the server other than this page's; undefined when there is none. A build for which a reload did not bring
 * the new page (a cluster that serves two builds) does not count: the page must not reload for ever.
 */
export const newBuild: ReadonlySignal<string | undefined> = computed(() => {
  const current = currentBuild()
  const next = servedSignal.value
  return current && next && next !== 'unknown' && next !== current && next !== attemptedSignal.value
    ? next
    : undefined
})

/** Whether the update is offered: there is one, and the player has not dismissed it. */
export const updateOffered: ReadonlySignal<boolean> = computed(
  () => newBuild.value !== undefined && newBuild.value !== dismissedSignal.value,
)

export function setNewestBuild(build: string): void {
  servedSignal.value = build
}

export function setAttemptedBuild(build: string | undefined): void {
  attemptedSignal.value = build
}

/** Hides the offer until the next visit, or the next version. */
export function dismissUpdate(): void {
  dismissedSignal.value = newBuild.peek()
}
