import { effect } from '@preact/signals-react'
import { MachineAnswer } from '../../../contract/machine-session.ts'
import { rejoin } from '../../../core/connection/actions.ts'
import { pathname } from '../../../core/router/pathname.ts'
import { findRoute } from '../../../core/router/routes.ts'
import { logout } from '../../../core/session/actions.ts'
import { session } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { call } from '../../../net/api.ts'
import { goneHome } from './state.ts'

/** What is on a machine is waited for so long, ms; then it stays there, by the platform's rules of the seat. */
const MOST_MS = 15_000
/** Between two questions about the truth, ms. */
const AGAIN_MS = 1_000

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Waits until it holds, or for `ms`. */
function until(holds: () => boolean, ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    const stop = effect(() => {
      if (!holds()) return
      clearTimeout(timer)
      done()
      queueMicrotask(() => stop())
    })
    void after(ms).then(() => stop())
  })
}

/**
 * In a game: by the game's own cash-out, once the reels stand. A lost answer leaves open whether the money went: the
 * game asks the machine for the truth by itself (`sync`), and only when that is known it is tried again.
 */
async function emptySeat(goOn: () => boolean): Promise<void> {
  const [{ cashOut }, game] = await Promise.all([
    import('../../game/actions.ts'),
    import('../../game/state.ts'),
  ])
  game.holdPlay(true)
  const known = () => game.link.value === 'up' && !game.pending.value && !game.spinning.value
  const nothing = () => known() && ((game.credit.value ?? 0) === 0 || game.freeSpins.value > 0)
  while (goOn()) {
    await until(() => game.canCashOut.value || nothing() || game.exit.value !== undefined, MOST_MS)
    if (!goOn() || !game.canCashOut.peek()) return
    const answer = await cashOut()
    // A refusal is a word: there the credit stays.
    if (answer && (answer.ok || answer.error.category === 'refused')) return
  }
}

/** Elsewhere: the machine that waits for the player is given up, which sends its credit home. */
async function emptyWaiting(goOn: () => boolean): Promise<void> {
  const { heldMachine, sessionMark, takeSession } = await import('../../lobby/state.ts')
  while (goOn()) {
    const own = heldMachine.peek()
    if (!own) return
    const body = { machineId: own.id }
    const answer = await call(MachineAnswer, 'POST', '/player/cancel', { body })
    if (answer.ok) takeSession({ status: false })
    if (answer.ok || answer.error.category === 'refused') return
    // Nobody knows whether it was done: not again before the server has said how things stand.
    const mark = sessionMark()
    while (goOn() && mark === sessionMark()) {
      await Promise.race([rejoin(), after(AGAIN_MS)])
      if (mark === sessionMark()) await after(AGAIN_MS)
    }
  }
}

/**
 * Sends the player home who is not there any more: what is on their machine first, where the operator wants it, and
 * then they are logged out, as by their own wish, so that nothing of them is left for the next. Never waits longer
 * than MOST_MS.
 */
export async function sendHome(): Promise<void> {
  const who = session.peek()
  let late = false
  const goOn = () => !late && session.peek() === who
  if (kioskSettings.peek().kioskCashOut) {
    const playing = findRoute(pathname.peek())?.page === 'game'
    const empty = (playing ? emptySeat(goOn) : emptyWaiting(goOn)).catch(() => {})
    await Promise.race([empty, after(MOST_MS)])
    late = true
  }
  await logout()
  const { holdPlay } = await import('../../game/state.ts').catch(() => ({ holdPlay: () => {} }))
  holdPlay(false)
  goneHome()
}
