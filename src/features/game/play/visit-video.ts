import { computed, effect, signal, untracked } from '@preact/signals-react'
import { type Dispose, failed } from '../../../contract/result.ts'
import { videoUrl } from '../../../core/connection/video-url.ts'
import { currentToken } from '../../../core/session/state.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { NO_RELAY, type WhepState } from '../../../net/whep-types.ts'
import { iceServersOf, videoToken } from '../video/source.ts'
import { type Picture, type PictureProblem, setPicture, setPictureProblem, video } from '../video/state.ts'
import type { GameVisit } from './game-visit.ts'
import { link, machine } from './state.ts'

/** New sources that are pushed sooner than that after one are opened together, as the last of them. */
const MIN_REOPEN_MS = 1000

const machineId = computed(() => machine.value?.id)

function pictureOf(state: WhepState, age: number | undefined): Picture {
  if (age === undefined) return 'opening'
  return state === 'playing' ? 'live' : 'lost'
}

/** Why there is no picture, once that is final or `isOverdue`. Reads signals. */
function problemOf({ whep, url }: GameVisit, isOverdue: boolean): PictureProblem | undefined {
  const failure = whep.failure.value ?? failed('network').error
  if (failure === NO_RELAY && whep.age.value === undefined) return 'noRelay'
  if (whep.state.value === 'failed') return failure
  if (whep.age.value !== undefined || whep.retrySeconds.value !== undefined) return undefined
  if (url.value === undefined) return 'badAddress'
  if (!isOverdue) return undefined
  if (link.value !== 'up' || !machineId.value) return 'machineServer'
  return url.value ? failure : 'noPicture'
}

/** Shows the picture's state, and why there is none after `connectTimeout` without one. */
export function watchPicture(visit: GameVisit): (() => void)[] {
  const { whep } = visit
  const overdue = signal(false)
  const isWaiting = computed(
    () =>
      whep.age.value === undefined && whep.retrySeconds.value === undefined && whep.state.value !== 'failed',
  )
  return [
    effect(() => {
      visit.attempts.value
      overdue.value = false
      if (!isWaiting.value) return undefined
      const timer = setTimeout(() => {
        overdue.value = true
      }, playSettings.peek().connectTimeout * 1000)
      return () => clearTimeout(timer)
    }),
    effect(() => {
      if (whep.age.value !== undefined) visit.firstFrameAt ??= performance.now()
      const problem = problemOf(visit, overdue.value)
      setPictureProblem(problem, whep.failure.value, whep.retrySeconds.value)
      setPicture(problem ? 'failed' : pictureOf(whep.state.value, whep.age.value), whep.age.value)
    }),
  ]
}

/**
 * Opens the video, and again with each new source; each takes a peer connection, which browsers have few of.
 */
export function startVideo(visit: GameVisit): Dispose {
  let openedAt = Number.NEGATIVE_INFINITY
  const open = () => {
    openedAt = performance.now()
    untracked(() => playVideo(visit))
  }
  return effect(() => {
    video.value
    if (!machineId.value) return undefined
    const wait = openedAt + MIN_REOPEN_MS - performance.now()
    if (wait > 0) {
      const timer = setTimeout(open, wait)
      return () => clearTimeout(timer)
    }
    open()
    return undefined
  })
}

/** Opens the video at its current address. */
export function playVideo({ id, url, whep, attempts }: GameVisit): void {
  const source = video.value
  attempts.value = attempts.peek() + 1
  url.value = videoUrl(id, source?.url)
  if (!url.peek()) return
  const isRelayOnly = playSettings.peek().iceTransportPolicy === 'relay'
  const target = {
    url: url.peek() ?? '',
    iceServers: iceServersOf(source),
    ...(isRelayOnly && { isRelayOnly }),
  }
  whep.play(target, () => videoToken() ?? currentToken() ?? '')
}
