import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { CabinetState, SessionPush } from '../../contract/live.ts'
import type { Failure } from '../../contract/result.ts'
import { onSessionEnd } from '../session/state.ts'

/** `off` before the first attempt and after a logout. */
export type Link = 'off' | 'connecting' | 'up' | 'down'

const linkSignal = signal<Link>('off')
const downSinceSignal = signal(0)
const pageReadySignal = signal(false)
const joinedSignal = signal(false)

/** The state of the notification channel. */
export const link: ReadonlySignal<Link> = linkSignal
/** When the channel went down, ms since 1970. */
export const downSince: ReadonlySignal<number> = downSinceSignal
/**
 * The lobby has its first answer, or a game its first picture or refusal. Work that can wait starts after it.
 */
export const pageReady: ReadonlySignal<boolean> = pageReadySignal

/** The notification server has answered this login's first `init`. */
export const joined: ReadonlySignal<boolean> = joinedSignal

const seatSignal = signal<SessionPush | undefined>()

/**
 * What the server has said last of the player's seat at a machine. `status` false with an `id`: it has ended
 * the seat at that machine.
 */
export const seat: ReadonlySignal<SessionPush | undefined> = seatSignal

/** An end without an id is that of the last seat's machine. Undefined: no seat, and no news of an end. */
export function setSeat(next: SessionPush | undefined): void {
  const last = seatSignal.peek()
  seatSignal.value = next?.status === false && last?.status ? { ...next, id: next.id ?? last.id } : next
}

/** An attendant has to pay the player: an amount that no credit contains. */
export const hasHandPay = (cabinet: CabinetState | null | undefined): boolean =>
  cabinet?.status === 'hand-pay' || Boolean(cabinet?.handPay)

type LeaveEmptySeat = (nextId: string) => Promise<Failure | undefined> | undefined
let leave: LeaveEmptySeat = () => undefined

/** Registers how a seat with nothing on it is given back. */
export function setLeaveEmptySeat(next: LeaveEmptySeat): void {
  leave = next
}

/**
 * Gives back the player's seat with nothing on it, if there is one at another machine than the next. Resolves
 * with the server's refusal; after any other failure only the next seat shows whether this one is free.
 */
export const leaveEmptySeat: LeaveEmptySeat = (nextId) => leave(nextId)

/** `at`: the time of the change, ms since 1970. */
export function setLink(next: Link, at: number): void {
  batch(() => {
    if (linkSignal.peek() !== 'down') downSinceSignal.value = at
    linkSignal.value = next
  })
}

export function setPageReady(): void {
  pageReadySignal.value = true
}

/** Call it for any answer, also a refusal. */
export function setJoined(): void {
  joinedSignal.value = true
}

onSessionEnd(() => {
  seatSignal.value = undefined
  joinedSignal.value = false
  pageReadySignal.value = false
})
