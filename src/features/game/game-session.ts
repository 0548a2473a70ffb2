import { batch, effect, signal } from '@preact/signals-react'
import { Code } from '../../contract/codes.ts'
import { CashoutAck, GameInitAck, type VideoSource } from '../../contract/live.ts'
import { type Failure, failed } from '../../contract/result.ts'
import { checkSession, endRejectedSession } from '../../core/session/actions.ts'
import { beforeLogout, currentToken } from '../../core/session/state.ts'
import { playSettings } from '../../core/settings/play.ts'
import { settings } from '../../core/settings/settings.ts'
import { createRequestId } from '../../net/request-id.ts'
import type { Channel, ChannelState } from '../../net/socket.ts'
import type { Whep, WhepState } from '../../net/whep.ts'
import { balanceRevision, setBalance } from '../wallet/state.ts'
import { type Factories, takePreconnected } from './preconnect.ts'
import {
  applyInit,
  exit,
  gameRevision,
  link,
  type Picture,
  requestExit,
  resetGame,
  setLinkDown,
  setPicture,
  video,
} from './state.ts'

/** One visit to a machine: its line, its picture, and what follows them. */
export interface GameSession {
  id: string
  /** Names this visit, so that a page that was sent away is known when it comes back. */
  page: string
  channel: Channel
  whep: Whep
  disposers: (() => void)[]
  initCount: number
}

/** ms without a line, from the first attempt on, after which the visit is given up; what is on the machine waits there. */
const MAX_DOWN_MS = 3 * 60_000

const gameSessionSignal = signal<GameSession | undefined>()

/** The visit that is open. */
export const currentGameSession = (): GameSession | undefined => gameSessionSignal.peek()

function pictureOf(state: WhepState, age: number | undefined): Picture {
  if (state === 'failed') return 'failed'
  if (age === undefined) return 'opening'
  return state === 'playing' ? 'live' : 'lost'
}

/** A WHEP address as the machine server means it: relative to itself. */
function absoluteUrl(url: string): string {
  const server = settings.peek().machineUrl.replace(/^ws/, 'http')
  return new URL(url, new URL(server || '/', window.location.origin)).href
}

function exitRefused(failure: Failure): void {
  if (failure.category === 'auth') endRejectedSession(failure)
  requestExit({ kind: 'refused', failure })
}

/** Sits down, or after a lost line or answer asks how things truly stand. Moves no money, so it may be asked again. */
export async function init(session: GameSession): Promise<void> {
  const requestNumber = ++session.initCount
  const mark = balanceRevision()
  const revision = gameRevision()
  const answer = await session.channel.request(
    'init',
    { machineID: session.id, token: currentToken() ?? '', page: session.page },
    GameInitAck,
  )
  if (session !== gameSessionSignal.peek() || requestNumber !== session.initCount) return
  if (answer.ok) {
    batch(() => {
      applyInit(answer.value, revision)
      setBalance(answer.value, mark)
    })
  } else if (answer.error.category !== 'network') exitRefused(answer.error)
  else if (session.channel.state.peek() === 'up') void init(session)
}

/**
 * Joins a machine: line, peer connection and offer are opened at once, side by side, so that nothing waits that
 * need not. The answer ends all of it, by whatever road the page is left.
 */
export function joinGame(id: string, factories?: Factories): () => void {
  closeGameSession()
  resetGame()
  const onState = (state: ChannelState, failure?: Failure) => {
    // A page that was sent away does not come back by itself.
    if (gameSessionSignal.peek() !== session || exit.peek()) return
    if (state === 'up') void init(session)
    else if (state === 'down') setLinkDown(Date.now())
    else if (state === 'refused' && failure) exitRefused(failure)
  }
  const { whep, channel } = takePreconnected(onState, factories)
  const session: GameSession = { id, page: createRequestId(), channel, whep, disposers: [], initCount: 0 }
  gameSessionSignal.value = session
  session.disposers.push(
    effect(() => setPicture(pictureOf(whep.state.value, whep.age.value), whep.age.value)),
    effect(() => {
      if (video.value) playVideo(whep, video.value)
    }),
    effect(() => {
      if (link.value === 'up' || exit.value) return undefined
      const lost = failed('network')
      const timer = setTimeout(() => lost.ok || exitRefused(lost.error), MAX_DOWN_MS)
      return () => clearTimeout(timer)
    }),
    effect(() => {
      // Who serves pictures does not end a session: the platform is asked whether it still holds.
      if (whep.failure.value?.status === 401) void checkSession()
    }),
    effect(() => {
      const reason = exit.value
      // A machine that closes the visit pays out what is on it; a newer page of the same player goes on with it.
      if (reason?.kind !== 'message' || reason.info.code === Code.takenOver) return
      void channel.request('cashout', { requestId: createRequestId() }, CashoutAck)
      if (reason.info.action === 'logout') endRejectedSession(reason.info)
    }),
  )
  // It may have come up while the player still reached for the machine.
  if (channel.state.peek() === 'up') void init(session)
  return () => {
    if (gameSessionSignal.peek() === session) closeGameSession()
  }
}

/** Where the operator has this machine's picture, if it is not where the machine says; `videoUrl` with {id} in it. */
function operatorVideoUrl(id = ''): string {
  const url = playSettings.peek().videoUrl.replaceAll('{id}', encodeURIComponent(id))
  return URL.canParse(url, location.href) ? url : ''
}

function playVideo(whep: Whep, { url, iceServers }: VideoSource): void {
  const source = {
    url: absoluteUrl(operatorVideoUrl(gameSessionSignal.peek()?.id) || url),
    // What a server leaves out is missing in JSON, never undefined.
    iceServers: iceServers as RTCIceServer[],
  }
  whep.play(source, () => currentToken() ?? '')
}

function closeGameSession(): void {
  const session = gameSessionSignal.peek()
  gameSessionSignal.value = undefined
  if (!session) return
  for (const stop of session.disposers) stop()
  session.channel.close()
  session.whep.close()
}

beforeLogout.add(closeGameSession)

/** Opens the picture anew, on the player's wish. */
export function reopenVideo(): void {
  const source = video.peek()
  const session = gameSessionSignal.peek()
  if (source && session) playVideo(session.whep, source)
}

/** Shows the picture of the visit in this element and counts its frames; the answer stops both. */
export function attachVideo(element: HTMLVideoElement): () => void {
  return effect(() => {
    const whep = gameSessionSignal.value?.whep
    if (!whep) return undefined
    const unwatch = whep.watch(element)
    const stop = effect(() => {
      element.srcObject = whep.stream.value ?? null
    })
    return () => {
      stop()
      unwatch()
      element.srcObject = null
    }
  })
}
