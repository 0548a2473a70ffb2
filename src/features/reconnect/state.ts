import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { MachineStatus } from '../../contract/http.ts'
import type { Failure } from '../../contract/result.ts'

/** How the machine is, as the dialog tells it: the seven statuses of a session. */
export type Status = 'in-bonus' | 'waiting' | 'cashing-out' | 'playing' | 'error' | 'offline' | 'unknown'

/** What the dialog offers besides going away. */
export type Offer = 'continue' | 'cashout' | 'kick'

/** The machine of this player. */
export interface HeldMachine {
  id: string
  name: string
  status: Status
}

/**
 * Where the dialog is in its life; drawn with every way out of each in docs/decisions/0010-reconnect.md.
 * `none`: no machine. `visiting`: a game page is open. `leaving`: it was just left, and the server still says what it
 * said of that page. `shown`, `dismissed`. `cashing`, `kicking`: a command is under way. `asking`: the command is
 * over, and how things truly stand is being asked for.
 */
export type Phase = 'none' | 'visiting' | 'leaving' | 'shown' | 'dismissed' | 'cashing' | 'kicking' | 'asking'

export interface Reconnect {
  phase: Phase
  /** The server's last word, whatever the phase; undefined: the player has no machine. */
  machine: HeldMachine | undefined
  /** The machine whose page is open or was just left. */
  page: string | undefined
  /** Why the last command did not work, for as long as the dialog tells of the same. */
  failure: Failure | undefined
}

/** What a command came to. `lost`: no answer, so the result is unknown. */
export type Answer = { kind: 'ok' } | { kind: 'refused' | 'lost'; failure: Failure }

export type Event =
  /** The server's word on the player's machine, pushed or asked for. */
  | { type: 'session'; machine: HeldMachine | undefined }
  /** The page of a machine is open (`id`), or none is any more. */
  | { type: 'page'; id: string | undefined }
  /** The page was sent away, because another page of this player plays the machine. */
  | { type: 'takenOver' }
  | { type: 'continue' }
  | { type: 'cashout' }
  | { type: 'kick' }
  | { type: 'dismiss' }
  /** The answer to the command that is under way. */
  | { type: 'answered'; answer: Answer }
  /** How things stand was asked for; what is known now is as true as it gets. */
  | { type: 'asked' }
  | { type: 'loggedOut' }

export const NO_MACHINE: Reconnect = {
  phase: 'none',
  machine: undefined,
  page: undefined,
  failure: undefined,
}

const OFFERS: Record<Status, readonly Offer[]> = {
  'in-bonus': ['continue'],
  waiting: ['cashout', 'continue'],
  'cashing-out': [],
  playing: ['kick'],
  error: ['cashout'],
  offline: [],
  unknown: ['cashout', 'continue'],
}

/** What can be done about a machine that is so, the most likely last. */
export const offersOf = (status: Status): readonly Offer[] => OFFERS[status]

/** A status of the wire as the dialog tells it. A free or reserved machine can be rejoined. */
export function statusOf(status: MachineStatus | null | undefined): Status {
  if (status === 'available' || status === 'reserved') return 'waiting'
  return status ?? 'unknown'
}

const sameMachine = (a: HeldMachine | undefined, b: HeldMachine | undefined) =>
  a?.id === b?.id && a?.status === b?.status

/** The dialog for what is known, or none. */
const settle = (now: Reconnect): Reconnect => ({ ...now, phase: now.machine ? 'shown' : 'none' })

/** What the server says of a page until it has noticed that it was left. */
const isEcho = ({ machine, page }: Reconnect) =>
  machine !== undefined &&
  machine.id === page &&
  (machine.status === 'playing' || machine.status === 'cashing-out')

function withSession(now: Reconnect, machine: HeldMachine | undefined): Reconnect {
  const next = { ...now, machine }
  switch (now.phase) {
    case 'visiting':
    case 'cashing':
    case 'kicking':
    case 'asking':
      return next
    case 'leaving':
      return isEcho(next) ? next : settle(next)
    case 'dismissed':
      return sameMachine(now.machine, machine) ? next : settle(next)
    default:
      return settle({ ...next, failure: sameMachine(now.machine, machine) ? now.failure : undefined })
  }
}

/** The page was left. One that another page took over from is no longer `page`: what is said then is said of that other. */
function leavePage(now: Reconnect): Reconnect {
  return isEcho(now) ? { ...now, phase: 'leaving' } : settle({ ...now, page: undefined })
}

function withAnswer(now: Reconnect, answer: Answer): Reconnect {
  if (answer.kind !== 'ok') return { ...now, phase: 'asking', failure: answer.failure }
  // The machine's page opens next; or there is nothing left on the machine.
  if (now.phase === 'kicking') return { ...now, phase: 'visiting', page: now.machine?.id }
  return { ...now, phase: 'asking', machine: undefined }
}

/** What follows from an event. The same object: nothing does. */
export function reduce(now: Reconnect, event: Event): Reconnect {
  const { phase, machine } = now
  const may = (offer: Offer) =>
    phase === 'shown' && machine !== undefined && offersOf(machine.status).includes(offer)
  switch (event.type) {
    case 'loggedOut':
      return NO_MACHINE
    case 'session':
      return withSession(now, event.machine)
    case 'page':
      if (event.id !== undefined) return { ...now, phase: 'visiting', page: event.id, failure: undefined }
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
      return phase === 'shown' ? { ...now, phase: 'dismissed', failure: undefined } : now
    case 'answered':
      return phase === 'cashing' || phase === 'kicking' ? withAnswer(now, event.answer) : now
    case 'asked':
      return phase === 'asking' ? settle(now) : now
  }
}

const reconnectSignal = signal<Reconnect>(NO_MACHINE)

export const reconnect: ReadonlySignal<Reconnect> = reconnectSignal

/** The machine that the dialog is about, while it is to be seen. */
export const shownMachine: ReadonlySignal<HeldMachine | undefined> = computed(() => {
  const { phase, machine } = reconnectSignal.value
  return phase === 'shown' || phase === 'kicking' ? machine : undefined
})

/** Something happened. True when something follows from it. */
export function dispatch(event: Event): boolean {
  const before = reconnectSignal.peek()
  reconnectSignal.value = reduce(before, event)
  return reconnectSignal.peek() !== before
}
