import { batch, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-react'
import { Code } from '../../../contract/codes.ts'
import { CashoutAck, GameInitAck } from '../../../contract/live.ts'
import { type Dispose, type Failure, failed } from '../../../contract/result.ts'
import { expectEnd, expectNoEnd, isEndExpected } from '../../../core/connection/own-end.ts'
import { hasHandPay, joined, leaveEmptySeat, seat } from '../../../core/connection/state.ts'
import { enqueueCommandSuccess, enqueueMessage, setLeaveGame } from '../../../core/notices/queue.ts'
import { checkSession, endRejectedSession } from '../../../core/session/actions.ts'
import {
  beforeLogout,
  createLoginLatest,
  currentToken,
  watchTokenRenewals,
} from '../../../core/session/state.ts'
import { settings } from '../../../core/settings/settings.ts'
import { createLatest, type Latest } from '../../../core/stale-answers.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { createRequestId } from '../../../net/request-id.ts'
import type { Channel, ChannelState } from '../../../net/socket.ts'
import type { Whep } from '../../../net/whep-types.ts'
import { receiveBalance } from '../../wallet/actions.ts'
import { balance, balanceMark } from '../../wallet/state.ts'
import { earlyVideoUrl, videoToken } from '../video/source.ts'
import { type Factories, takePreconnected } from './preconnect.ts'
import {
  applyInfo,
  applyInit,
  endVisit,
  exit,
  game,
  gameMark,
  link,
  machine,
  ownCreditOf,
  pushedEnd,
  requestExit,
  resetGame,
  setLinkDown,
  setLinkUp,
} from './state.ts'
import { playVideo, startVideo, watchPicture } from './visit-video.ts'

/** One visit to a machine: its socket channel, its video session and their effects. */
export interface GameVisit {
  id: string
  /**
   * The server kept no seat of this player as the visit began, until the play record has seen it. False where
   * that was not known, such as on a page that is loaded again.
   */
  isNew: boolean
  /** Identifies this visit, so that the server recognises a replaced page when it reconnects. */
  page: string
  channel: Channel
  whep: Whep
  factories: Factories | undefined
  disposers: (() => void)[]
  inits: Latest
  /** The WHEP URL; empty while there is none, undefined where it cannot be used. */
  url: Signal<string | undefined>
  /** Attempts to get the picture, by the app or the player; each has the whole `connectTimeout`. */
  attempts: Signal<number>
  /**
   * When the player pressed the machine, or its page opened, and when its first frame was shown
   * (`performance.now`).
   */
  openedAt: number
  firstFrameAt?: number
  /** Another page of the player had the seat; the push of its end may follow the answer to `init`. */
  isTakeover: boolean
  /** When a new token for the video was requested last (`performance.now`). */
  videoTokenAt: number
  /** The cash-out of a visit that the server ends; the channel stays open for its answer. */
  lastCashOut?: Promise<void>
}

/**
 * Time without a connection after which the player is returned to the lobby; the credit stays on the machine.
 */
const MAX_DOWN_MS = 3 * 60_000

/** How long a visit that has ended waits for the answer to its cash-out. */
export const MAX_CASH_OUT_WAIT_MS = 2000

/** A video server that refuses new tokens too is not asked again before. */
const MIN_VIDEO_TOKEN_MS = 10_000

const logins = createLoginLatest()
const gameVisitSignal = signal<GameVisit | undefined>()

/** The visit, while there is one. */
export const gameVisit: ReadonlySignal<GameVisit | undefined> = gameVisitSignal

export const currentGameVisit = (): GameVisit | undefined => gameVisitSignal.peek()

function exitRefused(failure: Failure): void {
  const reason = { kind: 'refused', failure } as const
  if (failure.category === 'auth') endRejectedSession(failure)
  // A seat that is not given back after a cash-out has ended by it.
  if (failure.category === 'refused' && link.peek() !== 'opening') endVisit(reason)
  else requestExit(reason)
}

const refuseEmptyWallet = () => exitRefused(failed('refused', { code: Code.balanceTooLow }).error)

/**
 * Nothing to play with, and the operator lets no empty wallet join. Credit or a spin under way is played on,
 * and money on its way is awaited.
 */
const isWalletMissing = ({ balance, game }: Extract<GameInitAck, { ok: true }>) =>
  !settings.peek().zeroBalancePlay &&
  balance === 0 &&
  game?.phase === 'idle' &&
  !game.cabinet?.transfer &&
  !hasHandPay(game.cabinet) &&
  ownCreditOf(game) + game.freeSpins === 0

const isKnownSeatless = () => joined.peek() && !seat.peek()?.status

/** The same before the machine is asked, which would keep it for a player who cannot play. */
const isWalletKnownEmpty = () => !settings.peek().zeroBalancePlay && balance.peek() === 0 && isKnownSeatless()

/**
 * Joins the machine, or fetches the state again after a lost connection or answer. Moves no money, so it may
 * repeat.
 */
export async function init(visit: GameVisit): Promise<void> {
  if (link.peek() === 'opening' && isWalletKnownEmpty()) return refuseEmptyWallet()
  const request = visit.inits.begin()
  const left = link.peek() === 'opening' && leaveEmptySeat(visit.id)
  if (left) {
    const refusal = await left
    if (visit.inits.isStale(request)) return
    if (refusal) return exitRefused(refusal)
  }
  const marks = { balance: balanceMark(), game: gameMark() }
  const answer = await visit.channel.request(
    'init',
    { machineID: visit.id, token: currentToken() ?? '', page: visit.page },
    GameInitAck,
  )
  if (visit.inits.isStale(request)) return
  if (answer.ok && link.peek() === 'opening' && isWalletMissing(answer.value)) {
    refuseEmptyWallet()
  } else if (answer.ok) {
    batch(() => {
      // A server that still counts down to the end of the visit warns again.
      if (link.peek() !== 'opening') enqueueCommandSuccess()
      else if (!visit.isTakeover) expectNoEnd()
      const machine = answer.value.machine ?? { id: visit.id, name: '', brand: '', status: 'playing' }
      applyInit({ ...answer.value, machine }, marks.game)
      receiveBalance(answer.value, marks.balance)
    })
  } else if (answer.error.category !== 'network') exitRefused(answer.error)
  else if (visit.channel.state.peek() === 'up') {
    // A server that acknowledges nothing may still carry out a cash-out. A known state has to be fetched
    // again.
    if (!game.peek()) setLinkUp()
    void init(visit)
  }
}

/**
 * Joins a machine. Socket, peer connection and offer start in parallel to save round trips. The result closes
 * all of them, also where the visit (`page`, with its `openedAt`) was opened again meanwhile.
 */
export function joinGame(
  id: string,
  factories?: Factories,
  page = createRequestId(),
  since?: number,
): Dispose {
  closeGameVisit()
  resetGame()
  const onState = (state: ChannelState, failure?: Failure) => {
    // A replaced page must not join again by itself.
    if (gameVisitSignal.peek() !== visit || exit.peek()) return
    if (state === 'up') void init(visit)
    else if (state === 'down') setLinkDown(Date.now())
    else if (state === 'refused' && failure) exitRefused(failure)
  }
  const { whep, channel, openedAt } = takePreconnected(onState, factories)
  const before = seat.peek()
  const visit: GameVisit = {
    ...{ id, page, channel, whep, factories, disposers: [], inits: createLatest() },
    url: signal(''),
    attempts: signal(0),
    openedAt: since ?? openedAt,
    isTakeover:
      before?.status === true && before.id === id && (before.machine_status ?? 'playing') === 'playing',
    videoTokenAt: Number.NEGATIVE_INFINITY,
    isNew: isKnownSeatless(),
  }
  gameVisitSignal.value = visit
  if (visit.isTakeover) expectEnd('leave')
  void whep.prepare(earlyVideoUrl(id), () => currentToken() ?? '')
  visit.disposers.push(
    ...watchPicture(visit),
    setLeaveGame((info) => isEndExpected('leave') || applyInfo(info)),
    watchSeatEnd(id),
    startVideo(visit),
    watchTokenRenewals(channel.renewToken),
    effect(() => {
      if (link.value === 'up' || exit.value) return undefined
      const lost = failed('network')
      const timer = setTimeout(() => lost.ok || exitRefused(lost.error), MAX_DOWN_MS)
      return () => clearTimeout(timer)
    }),
    effect(() => {
      if (whep.failure.value?.status === 401) untracked(() => renewVideoToken(visit))
    }),
    effect(() => {
      const reason = exit.value
      // Pay out when the machine ends the visit, but not when a newer page of the same player took over.
      if (reason?.kind !== 'message' || reason.info.code === Code.takenOver) return
      // A cash-out that was just refused is not repeated.
      if (!pushedEnd.peek()) visit.lastCashOut = cashOutAtEnd(visit)
      if (reason.info.action === 'logout') endRejectedSession(reason.info)
    }),
  )
  // A preconnected channel may be up already.
  if (channel.state.peek() === 'up') void init(visit)
  return () => {
    if (gameVisitSignal.peek()?.page === page) closeGameVisit()
  }
}

/**
 * A token of the video's own has expired, or a video server refuses the login's: only the platform can end
 * that.
 */
function renewVideoToken(visit: GameVisit): void {
  if (videoToken() === undefined) return void checkSession()
  const now = performance.now()
  if (now - visit.videoTokenAt < MIN_VIDEO_TOKEN_MS) return
  visit.videoTokenAt = now
  void init(visit)
}

/**
 * Leaves the machine when the server ends the player's seat there. Until the server has given this visit its
 * seat, an end is that of the visit before, or of the page that this one takes over.
 */
function watchSeatEnd(id: string): Dispose {
  const before = seat.peek()
  return effect(() => {
    const now = seat.value
    if (!now || now === before) return
    if (now.status && isEndExpected('leave')) expectNoEnd()
    if (now.status || (now.id ?? id) !== id || link.peek() === 'opening' || isEndExpected('leave')) return
    const info = { code: Code.sessionTerminated, params: {}, message: '', action: 'leave' } as const
    endVisit({ kind: 'message', info })
  })
}

/** Returns the credit to the wallet, and says how much. The socket is not to be closed before the answer. */
async function cashOutAtEnd({ channel }: GameVisit): Promise<void> {
  const mark = balanceMark()
  const login = logins.mark()
  const reason = exit.peek()
  // A pause is the player's own.
  const automatic = reason?.kind === 'message' && reason.info.code !== Code.ownPause
  const request = { requestId: createRequestId(), automatic }
  const answer = await channel.request('cashout', request, CashoutAck, MAX_CASH_OUT_WAIT_MS)
  if (!answer.ok || logins.isStale(login)) return
  receiveBalance(answer.value, mark)
  const { amount, game } = answer.value
  if (!amount || game?.cabinet?.transfer) return
  const message = t('game.cashedOut', { amount: money(amount) })
  enqueueMessage({ code: 0, params: {}, message, action: 'none' })
}

function closeGameVisit(): void {
  const visit = gameVisitSignal.peek()
  gameVisitSignal.value = undefined
  if (!visit) return
  if (exit.peek()?.kind !== 'message') expectEnd('leave')
  visit.inits.invalidate()
  for (const stop of visit.disposers) stop()
  visit.channel.close(visit.lastCashOut)
  visit.whep.close()
}

beforeLogout.add(closeGameVisit)

/** Tries again at the player's request: to join, to learn the picture's address, or to open it. */
export function reopenVideo(): void {
  const visit = gameVisitSignal.peek()
  if (!visit) return
  if (!machine.peek()) joinGame(visit.id, visit.factories, visit.page, visit.openedAt)
  else if (visit.url.peek()) playVideo(visit)
  else {
    visit.attempts.value++
    void init(visit)
  }
}

/** Plays the visit's video in this element and counts its frames, until disposed. */
export function attachVideo(element: HTMLVideoElement): Dispose {
  return effect(() => {
    const whep = gameVisitSignal.value?.whep
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
