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

/** One visit to a machine: its socket channel, its video session and their effects. */
export interface GameSession {
  id: string
  /** Identifies this visit, so that the server recognises a replaced page when it reconnects. */
  page: string
  channel: Channel
  whep: Whep
  disposers: (() => void)[]
  initCount: number
}

/** Time without a connection after which the player is returned to the lobby; the credit stays on the machine. */
const MAX_DOWN_MS = 3 * 60_000

const gameSessionSignal = signal<GameSession | undefined>()

export const currentGameSession = (): GameSession | undefined => gameSessionSignal.peek()

function pictureOf(state: WhepState, age: number | undefined): Picture {
  if (state === 'failed') return 'failed'
  if (age === undefined) return 'opening'
  return state === 'playing' ? 'live' : 'lost'
}

/** Resolves a WHEP URL against the machine server. */
function absoluteUrl(url: string): string {
  const server = settings.peek().machineUrl.replace(/^ws/, 'http')
  return new URL(url, new URL(server || '/', window.location.origin)).href
}

function exitRefused(failure: Failure): void {
  if (failure.category === 'auth') endRejectedSession(failure)
  requestExit({ kind: 'refused', failure })
}

/** Joins the machine, or fetches the state again after a lost connection or answer. Moves no money, so it may repeat. */
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
 * Joins a machine. Socket, peer connection and offer start in parallel to save round trips. The result closes all of
 * them.
 */
export function joinGame(id: string, factories?: Factories): () => void {
  closeGameSession()
  resetGame()
  const onState = (state: ChannelState, failure?: Failure) => {
    // A replaced page must not join again by itself.
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
      // A video server cannot end the login session: the platform decides.
      if (whep.failure.value?.status === 401) void checkSession()
    }),
    effect(() => {
      const reason = exit.value
      // Pay out when the machine ends the visit, but not when a newer page of the same player took over.
      if (reason?.kind !== 'message' || reason.info.code === Code.takenOver) return
      void channel.request('cashout', { requestId: createRequestId() }, CashoutAck)
      if (reason.info.action === 'logout') endRejectedSession(reason.info)
    }),
  )
  // A preconnected channel may be up already.
  if (channel.state.peek() === 'up') void init(session)
  return () => {
    if (gameSessionSignal.peek() === session) closeGameSession()
  }
}

/** The operator's `videoUrl` for this machine ({id} is replaced), or an empty string for the machine's own URL. */
function operatorVideoUrl(id = ''): string {
  const url = playSettings.peek().videoUrl.replaceAll('{id}', encodeURIComponent(id))
  return URL.canParse(url, location.href) ? url : ''
}

/** A browser reads an absent field as absent, and null as the text "null". */
const toIceServer = ({ urls, username, credential }: VideoSource['iceServers'][number]): RTCIceServer => ({
  urls,
  ...(typeof username === 'string' && { username }),
  ...(typeof credential === 'string' && { credential }),
})

function playVideo(whep: Whep, { url, iceServers }: VideoSource): void {
  const source = {
    url: absoluteUrl(operatorVideoUrl(gameSessionSignal.peek()?.id) || url),
    iceServers: iceServers.map(toIceServer),
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

/** Opens the video again, at the player's request. */
export function reopenVideo(): void {
  const source = video.peek()
  const session = gameSessionSignal.peek()
  if (source && session) playVideo(session.whep, source)
}

/** Plays the session's video in this element and counts its frames, until disposed. */
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
