import { effect } from '@preact/signals-react'
import { cashOut } from '../play/actions.ts'
import {
  blockPlay,
  canCashOut,
  exit,
  freeSpins,
  game,
  link,
  pending,
  spinning,
  usableCredit,
} from '../play/state.ts'

/** Waits until `holds` does, or for `ms`. */
function waitUntil(holds: () => boolean, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      // Not at once: it may run within the effect itself.
      queueMicrotask(() => stop())
      resolve()
    }
    const timer = setTimeout(finish, ms)
    const stop = effect(() => {
      if (holds()) finish()
    })
  })
}

/** A cabinet gives its credit later: an attendant is awaited, or its controller. */
const isWithheld = () => ['hand-pay', 'unreachable'].includes(game.value?.cabinet?.status ?? '')
const isKnown = () =>
  link.value === 'up' && !pending.value && !spinning.value && !game.value?.cabinet?.transfer
const isNothingLeft = () =>
  isKnown() && ((usableCredit.value ?? 0) === 0 || freeSpins.value > 0 || isWithheld())

async function cashOutWhenPossible(isWanted: () => boolean, timeoutMs: number): Promise<void> {
  while (isWanted()) {
    await waitUntil(() => canCashOut.value || isNothingLeft() || exit.value !== undefined, timeoutMs)
    if (!isWanted() || !canCashOut.peek()) return
    const answer = await cashOut({ automatic: true })
    // Refused: the credit stays on the machine. No answer: the player has left it.
    if (!answer || answer.ok || answer.error.category === 'refused') return
  }
}

/**
 * Blocks play and cashes out as soon as the reels stand, while `isWanted`. A lost answer leaves open whether
 * the money was moved: the game resyncs by itself (`sync`), and the command is sent again only after that.
 */
export function startAutoCashOut(
  isWanted: () => boolean,
  timeoutMs: number,
): { done: Promise<void>; unblockPlay: () => void } {
  blockPlay(true)
  return { done: cashOutWhenPossible(isWanted, timeoutMs), unblockPlay: () => blockPlay(false) }
}
