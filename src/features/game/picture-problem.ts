import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../../contract/result.ts'

/**
 * Why there is no picture: the machine server does not answer (`machineServer`), names no picture (`noPicture`)
 * or one whose address cannot be used (`badAddress`), no TURN server relays it (`noRelay`), or what the video server's
 * last answer was.
 */
export type PictureProblem = 'machineServer' | 'noPicture' | 'badAddress' | 'noRelay' | Failure

const problemSignal = signal<PictureProblem | undefined>()
const failureSignal = signal<Failure | undefined>()
const retrySecondsSignal = signal<number | undefined>()

/** Set while the picture is `failed`. */
export const pictureProblem: ReadonlySignal<PictureProblem | undefined> = problemSignal
/** The video server's last answer, while a wait follows it. */
export const pictureFailure: ReadonlySignal<Failure | undefined> = failureSignal
/** Seconds until the next attempt at the time that the video server has named. */
export const pictureRetrySeconds: ReadonlySignal<number | undefined> = retrySecondsSignal

/** Whether the next attempt waits for that time. */
export const isPictureDelayed = computed(() => retrySecondsSignal.value !== undefined)

export function setPictureProblem(
  problem: PictureProblem | undefined,
  failure: Failure | undefined,
  retrySeconds: number | undefined,
): void {
  batch(() => {
    problemSignal.value = problem
    failureSignal.value = failure
    retrySecondsSignal.value = retrySeconds
  })
}
