import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { MachineStatus } from '../../contract/http.ts'
import type { Failure } from '../../contract/result.ts'

/** How the machine is, as the dialog tells it: the seven statuses of a session. */
export type Status = 'in-bonus' | 'waiting' | 'cashing-out' | 'playing' | 'error' | 'offline' | 'unknown'

/** What the dialog offers besides going away. */
export type Offer = 'continue' | 'cashout' | 'kick'

/** The machine of this player. */
export interface Seat {
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
  seat: Seat | undefined
  /** The machine whose page is open or was just left. */
  page: string | undefined
  /** Why the last command did not work, for as long as the dialog tells of the same. */
  failure: Failure | undefined
}

/** What a command came to. `lost`: no answer, so nobody knows. */
export type Answer = { kind: 'ok' } | { kind: 'refused' | 'lost'; failure: Failure }

export type Event =
  /** The server's word on the player's machine, pushed or asked for. */
  | { type: 'session'; seat: Seat | undefined }
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

export const NOTHING: Reconnect = { phase: 'none', seat: undefined, page: undefined, failure: undefined }

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

/** A status of the wire as the dialog tells it. A machine that is free or reserved is there for whoever has it. */
export function statusOf(status: MachineStatus | null | undefined): Status {
  if (status === 'available' || status === 'reserved') return 'waiting'
  return status ?? 'unknown'
}

const same = (a: Seat | undefined, b: Seat | undefined) => a?.id === b?.id && a?.status === b?.status

/** The dialog for what is known, or none. */
const settled = (now: Reconnect): Reconnect => ({ ...now, phase: now.seat ? 'shown' : 'none' })

/** What the server says of a page until it has noticed that it was left. */
const isEcho = ({ seat, page }: Reconnect) =>
  seat !== undefined && seat.id === page && (seat.status === 'playing' || seat.status === 'cashing-out')

function withSession(now: Reconnect, seat: Seat | undefined): Reconnect {
  const next = { ...now, seat }
  switch (now.phase) {
    case 'visiting':
    case 'cashing':
    case 'kicking':
    case 'asking':
      return next
    case 'leaving':
      return isEcho(next) ? next : settled(next)
    case 'dismissed':
      return same(now.seat, seat) ? next : settled(next)
    default:
      return settled({ ...next, failure: same(now.seat, seat) ? now.failure : undefined })
  }
}

/** The page was left. One that another page took over from is no longer `page`: what is said then is said of that other. */
function left(now: Reconnect): Reconnect {
  return isEcho(now) ? { ...now, phase: 'leaving' } : settled({ ...now, page: undefined })
}

function withAnswer(now: Reconnect, answer: Answer): Reconnect {
  if (answer.kind !== 'ok') return { ...now, phase: 'asking', failure: answer.failure }
  // The machine's page opens next; or there is nothing left on the machine.
  if (now.phase === 'kicking') return { ...now, phase: 'visiting', page: now.seat?.id }
  return { ...now, phase: 'asking', seat: undefined }
}

/** What follows from an event. The same object: nothing does. */
export function next(now: Reconnect, event: Event): Reconnect {
  const { phase, seat } = now
  const may = (offer: Offer) =>
    phase === 'shown' && seat !== undefined && offersOf(seat.status).includes(offer)
  switch (event.type) {
    case 'loggedOut':
      return NOTHING
    case 'session':
      return withSession(now, event.seat)
    case 'page':
      if (event.id !== undefined) return { ...now, phase: 'visiting', page: event.id, failure: undefined }
      return phase === 'visiting' ? left(now) : now
    case 'takenOver':
      if (phase === 'leaving') return settled({ ...now, page: undefined })
      return phase === 'visiting' ? { ...now, page: undefined } : now
    case 'continue':
      return may('continue') ? { ...now, phase: 'visiting', page: seat?.id, failure: undefined } : now
    case 'cashout':
      return may('cashout') ? { ...now, phase: 'cashing', failure: undefined } : now
    case 'kick':
      return may('kick') ? { ...now, phase: 'kicking', failure: undefined } : now
    case 'dismiss':
      return phase === 'shown' ? { ...now, phase: 'dismissed', failure: undefined } : now
    case 'answered':
      return phase === 'cashing' || phase === 'kicking' ? withAnswer(now, event.answer) : now
    case 'asked':
      return phase === 'asking' ? settled(now) : now
  }
}

const current = signal<Reconnect>(NOTHING)

export const reconnect: ReadonlySignal<Reconnect> = current

/** The machine that the dialog is about, while it is to be seen. */
export const shownSeat: ReadonlySignal<Seat | undefined> = computed(() => {
  const { phase, seat } = current.value
  return phase === 'shown' || phase === 'kicking' ? seat : undefined
})

/** Something happened. True when something follows from it. */
export function happened(event: Event): boolean {
  const before = current.peek()
  current.value = next(before, event)
  return current.peek() !== before
}
