import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { MachineStatus } from '../../contract/http.ts'
import type { Failure } from '../../contract/result.ts'

/** The machine's status as the dialog shows it. */
export type Status = Exclude<MachineStatus, 'available' | 'reserved'> | 'hand-pay'

/** The dialog's commands; it can also be dismissed. */
export type Offer = 'continue' | 'cashout' | 'kick'

/** The machine where the player has a seat. */
export interface HeldMachine {
  id: string
  name: string
  status: Status
  /** The server reports that it holds no credit. */
  isEmpty?: boolean
  /** Money is on its way to or from it. */
  isInTransit?: boolean
}

/**
 * The phase of the dialog (docs/decisions/0010-reconnect.md). `none`: no machine.
 * `visiting`: a game page is open. `leaving`: the page was just left, and the server has not noticed yet.
 * `shown`: the dialog. `dismissed`: none, because the player has chosen to keep the machine as it is, or
 * nothing is on it. `cashing`, `kicking`: a command is pending. `asking`: the command has ended, and the seat
 * is being read again.
 */
export type Phase = 'none' | 'visiting' | 'leaving' | 'shown' | 'dismissed' | 'cashing' | 'kicking' | 'asking'

export interface Reconnect {
  phase: Phase
  /** As last reported by the server, in every phase; undefined: the player has no seat. */
  machine: HeldMachine | undefined
  /** The machine whose page is open or was just left. */
  page: string | undefined
  /** The machine that the player chose to keep as it is: no dialog asks about it again. */
  kept: string | undefined
  /** Why the last command failed; kept until the machine or its status changes. */
  failure: Failure | undefined
}

/** The outcome of a command. `lost`: no answer, so the outcome is unknown. */
export type Answer = { kind: 'ok' } | { kind: 'refused' | 'lost'; failure: Failure }

export type Event =
  /** The player's seat, pushed or fetched. */
  | { type: 'session'; machine: HeldMachine | undefined }
  /** The page of machine `id` was opened, or left (undefined). */
  | { type: 'page'; id: string | undefined }
  /** The page lost its machine to another page of this player. */
  | { type: 'takenOver' }
  | { type: 'continue' }
  | { type: 'cashout' }
  | { type: 'kick' }
  | { type: 'dismiss' }
  /** The player leaves the credit on this machine. */
  | { type: 'keep'; id: string }
  /** The answer to the pending command. */
  | { type: 'answered'; answer: Answer }
  /** The seat has been read again after a command, or reading it failed. */
  | { type: 'asked' }
  | { type: 'loggedOut' }

export const NO_MACHINE: Reconnect = {
  phase: 'none',
  machine: undefined,
  page: undefined,
  kept: undefined,
  failure: undefined,
}

const OFFERS: Record<Status, readonly Offer[]> = {
  'in-bonus': ['continue'],
  waiting: ['cashout', 'continue'],
  'cashing-out': [],
  playing: ['kick'],
  error: ['cashout'],
  offline: [],
  'hand-pay': ['continue'],
  unknown: ['cashout', 'continue'],
}

/** The commands that the machine's status permits, the most likely last. */
export const offersOf = ({ status, isInTransit }: HeldMachine): readonly Offer[] =>
  OFFERS[status].filter((offer) => offer !== 'cashout' || !isInTransit)

/** Maps a wire status to the dialog's. A free or reserved machine can be rejoined. */
export function statusOf(status: MachineStatus | null | undefined): Exclude<Status, 'hand-pay'> {
  if (status === 'available' || status === 'reserved') return 'waiting'
  return status ?? 'unknown'
}

const sameMachine = (a: HeldMachine | undefined, b: HeldMachine | undefined) =>
  a?.id === b?.id && a?.status === b?.status && a?.isInTransit === b?.isInTransit

/** Shows the dialog if there is a machine with something on it, about which the player has not chosen. */
function settle(now: Reconnect): Reconnect {
  const { machine, kept } = now
  if (!machine) return { ...now, phase: 'none' }
  return { ...now, phase: machine.isEmpty || machine.id === kept ? 'dismissed' : 'shown' }
}

/** Whether the server's report still refers to the page that was just left. */
const isEcho = ({ machine, page }: Reconnect) =>
  machine !== undefined &&
  machine.id === page &&
  (machine.status === 'playing' || machine.status === 'cashing-out')

function withSession(now: Reconnect, machine: HeldMachine | undefined): Reconnect {
  // No machine is no news of another: before the first report there is none either.
  const kept = machine && machine.id !== now.kept ? undefined : now.kept
  const next = { ...now, machine, kept }
  switch (now.phase) {
    case 'visiting':
    case 'cashing':
    case 'kicking':
    case 'asking':
      return next
    case 'leaving':
      return isEcho(next) ? next : settle(next)
    default:
      return settle({ ...next, failure: sameMachine(now.machine, machine) ? now.failure : undefined })
  }
}

/** After a takeover `page` is undefined: the server's reports are then about the other page. */
function leavePage(now: Reconnect): Reconnect {
  return isEcho(now) ? { ...now, phase: 'leaving' } : settle({ ...now, page: undefined })
}

function withAnswer(now: Reconnect, answer: Answer): Reconnect {
  if (answer.kind !== 'ok') return { ...now, phase: 'asking', failure: answer.failure }
  // After a kick the machine's page opens; after a cash-out no machine is left.
  if (now.phase === 'kicking') return { ...now, phase: 'visiting', page: now.machine?.id }
  return { ...now, phase: 'asking', machine: undefined, kept: undefined }
}

/** Returns the same object if the event has no effect. */
export function reduce(now: Reconnect, event: Event): Reconnect {
  const { phase, machine } = now
  const may = (offer: Offer) =>
    (phase === 'shown' || phase === 'dismissed') && machine !== undefined && offersOf(machine).includes(offer)
  switch (event.type) {
    case 'loggedOut':
      return NO_MACHINE
    case 'session':
      return withSession(now, event.machine)
    case 'page':
      if (event.id !== undefined)
        return { ...now, phase: 'visiting', page: event.id, kept: undefined, failure: undefined }
      return phase === 'visiting' ? leavePage(now) : now
    case 'takenOver':
      if (phase === 'leaving') return settle({ ...now, page: undefined })
      return phase === 'visiting' ? { ...now, page: undefined } : now
    case 'continue':
      return may('continue') ? { ...now, phase: 'visiting', page: machine?.id, failure: undefined } : now
    case 'cashout':
      return may('cashout') ? { ...now, phase: 'cashing', failure: undefined } : now
    case 'kick':
      return may('kick') ? { ...now, phase: 'kicking', failure: undefined } : now
    case 'dismiss':
      return phase === 'shown' ? { ...now, phase: 'dismissed', kept: machine?.id, failure: undefined } : now
    case 'keep':
      return phase === 'shown' && machine?.id === event.id
        ? reduce(now, { type: 'dismiss' })
        : { ...now, kept: event.id }
    case 'answered':
      return phase === 'cashing' || phase === 'kicking' ? withAnswer(now, event.answer) : now
    case 'asked':
      return phase === 'asking' ? settle(now) : now
  }
}

const reconnectSignal = signal<Reconnect>(NO_MACHINE)

export const reconnect: ReadonlySignal<Reconnect> = reconnectSignal

/** The dialog's machine while the dialog is visible. */
export const shownMachine: ReadonlySignal<HeldMachine | undefined> = computed(() => {
  const { phase, machine } = reconnectSignal.value
  return phase === 'shown' || phase === 'kicking' ? machine : undefined
})

/** Whether the held machine can be cashed out from here. */
export const canCashOut: ReadonlySignal<boolean> = computed(() => {
  const { phase, machine } = reconnectSignal.value
  return (
    (phase === 'shown' || phase === 'dismissed' || phase === 'cashing') &&
    machine !== undefined &&
    offersOf(machine).includes('cashout')
  )
})

export const isCashingOut: ReadonlySignal<boolean> = computed(() => reconnectSignal.value.phase === 'cashing')

/** Applies an event. Returns whether it had an effect. */
export function dispatch(event: Event): boolean {
  const before = reconnectSignal.peek()
  reconnectSignal.value = reduce(before, event)
  return reconnectSignal.peek() !== before
}
