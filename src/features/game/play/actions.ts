import { batch, effect } from '@preact/signals-react'
import type * as v from 'valibot'
import { Code } from '../../../contract/codes.ts'
import { CashoutAck, LoadAck, type PressAck, SpinAck } from '../../../contract/live.ts'
import { type Failure, failed, type Result } from '../../../contract/result.ts'
import { expectEnd, expectNoEnd } from '../../../core/connection/own-end.ts'
import { enqueueCommandSuccess } from '../../../core/notices/queue.ts'
import { createRequestId } from '../../../net/request-id.ts'
import { serverNow } from '../../../net/server-clock.ts'
import { receiveBalance } from '../../wallet/actions.ts'
import { balanceMark } from '../../wallet/state.ts'
import { currentGameVisit, init, MAX_CASH_OUT_WAIT_MS } from './game-visit.ts'
import {
  applyGame,
  blockedBy,
  canCashOut,
  exit,
  link,
  type Pending,
  pending,
  pushedEnd,
  requestExit,
  setCashedOut,
  setCoolingDown,
  setOwnLimitLeft,
  setPending,
  spinBlock,
  spinCycle,
  spinning,
  stake,
  videoBlock,
} from './state.ts'

/**
 * Sends a command once, only while connected and while no other command is pending. A lost answer leaves open
 * whether the command was executed, so the game state is fetched again with `init`. Undefined when the player
 * has left the machine, before or in the meantime: the closed connection does not tell whether the command
 * was executed.
 */
export async function command<S extends v.GenericSchema<unknown, SpinAck | PressAck | LoadAck | CashoutAck>>(
  kind: Pending,
  schema: S,
  payload: Record<string, unknown> = {},
): Promise<Result<Extract<v.InferOutput<S>, { ok: true }>> | undefined> {
  const visit = currentGameVisit()
  if (!visit) return undefined
  if (link.peek() !== 'up' || pending.peek()) return failed('network')
  setPending(kind)
  setCashedOut(false)
  const isCashOut = kind === 'cashout'
  if (isCashOut) expectEnd(kind)
  else expectNoEnd()
  const mark = balanceMark()
  const request = visit.channel.request(kind, { requestId: createRequestId(), ...payload }, schema)
  const answer = isCashOut ? await withPushedEnd(request) : await request
  if (visit !== currentGameVisit()) return undefined
  batch(() => {
    if (answer.ok) {
      enqueueCommandSuccess()
      const { game } = answer.value
      if (game) applyGame(game)
      if (kind === 'load' || isCashOut) receiveBalance(answer.value, mark)
    }
    setCashedOut(isCashOut && (answer.ok || answer.error.code === Code.nothingToCashOut))
    setPending(answer.ok || answer.error.category === 'refused' ? undefined : 'sync')
    if (isCashOut) endCashOut(!answer.ok && answer.error.category === 'refused')
  })
  if (exit.peek()) return answer
  if (!answer.ok && answer.error.category !== 'refused' && visit.channel.state.peek() === 'up')
    void init(visit)
  return answer
}

/**
 * The answer to a cash-out. After a pushed end of the seat it may be lost, or never come: the credit is moved
 * then too, by an unknown amount.
 */
async function withPushedEnd<T>(request: Promise<Result<T>>): Promise<Result<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  const done = { ok: true, value: { ok: true } as T } as const
  const waited = new Promise<typeof done>((resolve) => {
    stop = effect(() => {
      if (pushedEnd.value) timer = setTimeout(resolve, MAX_CASH_OUT_WAIT_MS, done)
    })
  })
  const answer = await Promise.race([request, waited])
  stop()
  clearTimeout(timer)
  return pushedEnd.peek() && !answer.ok && answer.error.category !== 'refused' ? done : answer
}

/** The cash-out is answered, and with it the end of the seat that was pushed meanwhile. */
function endCashOut(isRefused: boolean): void {
  if (isRefused) expectNoEnd()
  else expectEnd('cashout')
  const reason = pushedEnd.peek()
  if (reason) requestExit(isRefused ? reason : { kind: 'left' })
}

let cooldownTimer: ReturnType<typeof setTimeout> | undefined

/** Blocks the next spin for `ms`. */
export function startCooldown(ms: number): void {
  clearTimeout(cooldownTimer)
  setCoolingDown(ms > 0)
  cooldownTimer = setTimeout(setCoolingDown, ms, false)
}

/** Plays one spin at the current stake. Undefined when `spinBlock` blocks it. */
export async function spin(): Promise<Result<unknown> | undefined> {
  const amount = stake.peek()
  if (spinBlock.peek() || amount === undefined) return undefined
  startCooldown(spinCycle.peek())
  const answer = await command('spin', SpinAck, { stake: amount })
  // A refused spin did not start, so it has no cycle.
  if (answer?.ok === false && answer.error.category === 'refused') startCooldown(0)
  applyOwnLimit(answer?.ok === false ? answer.error : undefined)
  return answer
}

const OWN_LIMITS: readonly unknown[] = [
  Code.ownLossDay,
  Code.ownLossWeek,
  Code.ownLossMonth,
  Code.ownTimeDay,
  Code.ownPause,
]
const MAX_TIMEOUT_MS = 2 ** 31 - 1
let ownLimitTimer: ReturnType<typeof setTimeout> | undefined

/** Blocks what the player's own limit has refused until it resets, or a spin is accepted. */
function applyOwnLimit(refusal: Failure | undefined): void {
  clearTimeout(ownLimitTimer)
  const isRefused = OWN_LIMITS.includes(refusal?.code)
  setOwnLimitLeft(isRefused ? Number(refusal?.params.left ?? 0) : Number.POSITIVE_INFINITY)
  if (!isRefused) return
  const ms = Date.parse(String(refusal?.params.until)) - serverNow()
  ownLimitTimer = setTimeout(
    setOwnLimitLeft,
    Math.min(ms || MAX_TIMEOUT_MS, MAX_TIMEOUT_MS),
    Number.POSITIVE_INFINITY,
  )
}

/**
 * Moves `amount` cents from the wallet to the machine. Undefined when blocked, for example without a live
 * video.
 */
export async function load(amount: number): Promise<Result<unknown> | undefined> {
  if (videoBlock.peek() || blockedBy.peek() || pending.peek() || spinning.peek()) return undefined
  return command('load', LoadAck, { amount })
}

/**
 * Moves the whole credit back to the wallet; the answer's `amount` in cents, if it has one. Undefined unless
 * `canCashOut`. `automatic`: the player has not asked for it.
 */
export async function cashOut(more?: {
  automatic: true
}): Promise<Result<{ amount?: number | null | undefined }> | undefined> {
  return canCashOut.peek() ? command('cashout', CashoutAck, more) : undefined
}

/** Returns to the lobby. The server holds the machine for a while if it has credit. */
export function leave(): void {
  expectEnd('leave')
  requestExit({ kind: 'left' })
}
