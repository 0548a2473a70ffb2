import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { VideoSource } from '../../../contract/live.ts'
import type { Failure } from '../../../contract/result.ts'

/** The state of the video: no frame yet, live, reconnecting, or failed for good. */
export type Picture = 'opening' | 'live' | 'lost' | 'failed'

/** How long before it was shown the last frame was captured. */
export interface FrameAge {
  /** ms, and how far off they may be; undefined where neither capture times nor statistics say it. */
  readonly ms: number | undefined
  readonly error: number
  /** No capture time, or not the clock of it, is known: the age is by the browser's statistics. */
  readonly isEstimate?: boolean
  /** It was captured no later than a frame shown before: the picture is repeated, or stands. */
  readonly isRepeated: boolean
}

/**
 * Why there is no picture: the machine server does not answer (`machineServer`), names no picture
 * (`noPicture`) or one whose address cannot be used (`badAddress`), no TURN server relays it (`noRelay`), or
 * what the video server's last answer was.
 */
export type PictureProblem = 'machineServer' | 'noPicture' | 'badAddress' | 'noRelay' | Failure

const videoSignal = signal<VideoSource | undefined>()
/** The newest token of the source's own, if it has one. */
let videoToken: string | null | undefined
const pictureSignal = signal<Picture>('opening')
const sinceFrameSignal = signal<number | undefined>()
const frameAgeSignal = signal<FrameAge | undefined>()
const problemSignal = signal<PictureProblem | undefined>()
const failureSignal = signal<Failure | undefined>()
const retrySecondsSignal = signal<number | undefined>()

/** The video source; each new value opens it again. */
export const video: ReadonlySignal<VideoSource | undefined> = videoSignal
/** The token that the machine server named last for the video's address; undefined: the session's own. */
export const currentVideoToken = (): string | undefined => videoToken ?? undefined
export const picture: ReadonlySignal<Picture> = pictureSignal
/**
 * ms since what is on the screen was captured, where that is known, else since the last frame was shown;
 * undefined before the first one.
 */
export const pictureAge = computed(() => {
  const since = sinceFrameSignal.value
  return since === undefined ? since : since + (frameAgeSignal.value?.ms ?? 0)
})
/** Undefined where only the time since the last frame is known. */
export const frameAge: ReadonlySignal<FrameAge | undefined> = frameAgeSignal
/** `pictureAge` in whole seconds, at least 1. */
export const pictureSeconds = computed(() => Math.max(1, Math.floor((pictureAge.value ?? 0) / 1000)))
/** Set while the picture is `failed`. */
export const pictureProblem: ReadonlySignal<PictureProblem | undefined> = problemSignal
/** The video server's last answer, while a wait follows it. */
export const pictureFailure: ReadonlySignal<Failure | undefined> = failureSignal
/** Seconds until the next attempt at the time that the video server has named. */
export const pictureRetrySeconds: ReadonlySignal<number | undefined> = retrySecondsSignal

/** Whether the next attempt waits for that time. */
export const isPictureDelayed = computed(() => retrySecondsSignal.value !== undefined)

/** Resets what belongs to the previous machine. */
export function resetVideo(): void {
  pictureSignal.value = 'opening'
  sinceFrameSignal.value = frameAgeSignal.value = undefined
  videoSignal.value = videoToken = undefined
}

/** Opens the video, again if the source is the same. */
export function applyVideo(next: VideoSource): void {
  videoToken = next.token
  videoSignal.value = { ...next }
}

/**
 * Opens the video if its URL is another one, or if it has failed; a new token alone is kept for the next
 * opening.
 */
export function offerVideo(next: VideoSource): void {
  videoToken = next.token
  if (next.url !== videoSignal.peek()?.url || pictureSignal.peek() === 'failed') videoSignal.value = next
}

/** Sets the state of the video; `ageMs` since its last frame. */
export function setPicture(next: Picture, ageMs: number | undefined): void {
  batch(() => {
    pictureSignal.value = next
    sinceFrameSignal.value = ageMs
  })
}

export function setFrameAge(next: FrameAge | undefined): void {
  frameAgeSignal.value = next
}

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
