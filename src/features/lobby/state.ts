import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Brand, Machine } from '../../contract/floor.ts'
import type { JackpotChange, MachineChange, SessionPush } from '../../contract/live.ts'
import { onSessionEnd } from '../../core/session/state.ts'

export type Load = 'idle' | 'loading' | 'ready' | 'failed'

/** A machine that is kept for this player, to return to. */
export interface HeldMachine {
  id: string
  name: string
  status: Machine['status'] | undefined
}

const machines = new Map<string, Signal<Machine | undefined>>()
const order = signal<readonly string[]>([])
const brandList = signal<readonly Brand[]>([])
const held = signal<HeldMachine | undefined>(undefined)
const reserved = signal<string | undefined>(undefined)
const shown = signal<string | undefined>(undefined)
const brandsAre = signal<Load>('idle')
const machinesAre = signal<Load>('idle')
const arranged = signal<readonly string[] | undefined>(undefined)
const words = signal<Readonly<Record<string, string>>>({})
const drawn = signal<Readonly<Record<string, readonly number[]>>>({})
const seen = signal(0)

/** Ids of the machines that the server told of, in its order. Changes only with the list itself, never with a status. */
export const machineIds: ReadonlySignal<readonly string[]> = order
/** Ids of the machines on show: those, until the tools arrange them. */
export const shownIds: ReadonlySignal<readonly string[]> = computed(() => arranged.value ?? order.value)
/** Jackpots by the brand's id, as the server said last: a comma-separated list of cents. */
export const jackpotWords: ReadonlySignal<typeof words.value> = words
/** What is drawn in their place while they count up, in cents. */
export const drawnJackpots: ReadonlySignal<typeof drawn.value> = drawn
/** When the last answer about the floor came, ms of performance.now(). */
export const pictureAt: ReadonlySignal<number> = seen
export const brands: ReadonlySignal<readonly Brand[]> = brandList
export const brandsLoad: ReadonlySignal<Load> = brandsAre
export const machinesLoad: ReadonlySignal<Load> = machinesAre
/** The id of the brand whose machines are on show; undefined for all. */
export const shownBrand: ReadonlySignal<string | undefined> = shown
/** The server's own word on which machine this player has. */
export const ownMachine: ReadonlySignal<HeldMachine | undefined> = held
/** The machine that waits for this player: the server's word, else one on show that is reserved for them. */
export const heldMachine: ReadonlySignal<HeldMachine | undefined> = computed(() => {
  if (held.value || reserved.value === undefined) return held.value
  const own = machines.get(reserved.value)?.value
  return own && { id: own.id, name: own.name, status: own.status }
})

/*
 * A list under way and the pushes that come in meanwhile cross: each push is stamped with a running number, each
 * request with the number at its start, and whatever was pushed after that is newer than the list.
 */
let stamp = 0
let sessionWords = 0
let underWay = 0
const pushed = new Map<string, { stamp: number; change: MachineChange }>()
/** Since when what is known of a brand's jackpots is known. */
const said = new Map<string, number>()

function slot(id: string): Signal<Machine | undefined> {
  let found = machines.get(id)
  if (!found) {
    found = signal<Machine | undefined>(undefined)
    machines.set(id, found)
  }
  return found
}

/** One machine's own signal; undefined in it while the machine is not on show. */
export function machineSignal(id: string): ReadonlySignal<Machine | undefined> {
  return slot(id)
}

const withChange = (machine: Machine, { status, reservation, reservedUntil }: MachineChange): Machine => ({
  ...machine,
  status,
  reservedUntil,
  reservation: reservation ?? machine.reservation,
})

/** Takes pushed statuses, each into its machine's signal. Machines that are not on show are passed over. */
export function applyChanges(changes: readonly MachineChange[]): void {
  batch(() => {
    for (const change of changes) {
      stamp++
      if (underWay > 0) pushed.set(change.id, { stamp, change })
      const known = machines.get(change.id)
      const before = known?.peek()
      if (known && before) known.value = withChange(before, change)
      if (change.reservation) reserved.value = change.id
      else if (change.reservation === false && reserved.peek() === change.id) reserved.value = undefined
      const kept = held.peek()
      if (kept?.id === change.id) {
        sessionWords++
        held.value = { ...kept, status: change.status }
      }
    }
  })
}

/** A list of machines is being asked for: end it with `takeMachines` (and this mark) or `dropMachines`. */
export function machinesAsked(): number {
  underWay++
  return stamp
}

function answered(): void {
  underWay--
  if (underWay === 0) pushed.clear()
}

/** The request came to nothing. A list that is on show stays; `late` when another one is wanted by now. */
export function dropMachines({ late = false } = {}): void {
  answered()
  if (!late && machinesAre.peek() === 'loading') machinesAre.value = 'failed'
}

/** Takes a list of machines; statuses pushed since `mark` stand. */
export function takeMachines(list: readonly Machine[], mark: number): void {
  batch(() => {
    const ids = new Set<string>()
    let own: string | undefined
    for (const machine of list) {
      const newer = pushed.get(machine.id)
      const next = newer && newer.stamp > mark ? withChange(machine, newer.change) : machine
      slot(machine.id).value = next
      ids.add(machine.id)
      if (next.reservation) own = machine.id
    }
    reserved.value = own
    for (const [id, gone] of machines) if (!ids.has(id)) gone.value = undefined
    const next = [...ids]
    const before = order.peek()
    if (next.length !== before.length || next.some((id, at) => id !== before[at])) order.value = next
    machinesAre.value = 'ready'
    answered()
  })
}

/** The machines of one brand (undefined: all) are wanted: another list than the one on show is emptied first. */
export function showMachines(brand: string | undefined): void {
  batch(() => {
    if (machinesAre.peek() === 'ready' && shown.peek() === brand) return
    shown.value = brand
    order.value = []
    arranged.value = undefined
    for (const gone of machines.values()) gone.value = undefined
    machinesAre.value = 'loading'
  })
}

/** The brands are being asked for: hand the mark to `takeBrands`. */
export function brandsAsked(): number {
  if (brandsAre.peek() !== 'ready') brandsAre.value = 'loading'
  return stamp
}

/** What is said of brands' jackpots, known since `at`: what is known since later stands. */
function takeWords(list: readonly JackpotChange[], at: number): void {
  const next = { ...words.peek() }
  for (const { id, jackpot } of list) {
    if ((said.get(id) ?? 0) > at) continue
    said.set(id, at)
    next[id] = jackpot
  }
  words.value = next
}

/** Takes pushed jackpots, each in place of its brand's. */
export function takeJackpots(list: readonly JackpotChange[]): void {
  takeWords(list, ++stamp)
}

/** Draws these amounts in place of what the servers said last, by the brand's id; see tools/ticker.ts. */
export function drawJackpots(amounts: typeof drawn.value): void {
  drawn.value = amounts
}

/** Takes the brands; undefined when they did not come: those on show stay. Jackpots pushed since `mark` stand. */
export function takeBrands(list: readonly Brand[] | undefined, mark = stamp): void {
  batch(() => {
    if (list) {
      brandList.value = list
      takeWords(list, mark)
    }
    if (list || brandsAre.peek() !== 'ready') brandsAre.value = list ? 'ready' : 'failed'
  })
}

/** The floor is on show as it was `at` ms of performance.now(). */
export function floorSeen(at: number): void {
  seen.value = at
}

/** Shows these machines in this order until another list is wanted; undefined: all, in the server's order. */
export function arrange(ids: readonly string[] | undefined): void {
  arranged.value = ids
}

/** A mark to hand to `takeSession` with the answer of a request that starts now. */
export function sessionMark(): number {
  return sessionWords
}

/**
 * The server says which machine waits for this player, or (status false) that none does, and then no list does
 * either. What was pushed since `mark` is newer than an answer, and stands.
 */
export function takeSession(push: SessionPush, mark = sessionWords): void {
  if (mark < sessionWords++) return
  batch(() => {
    if (push.status && push.id) {
      held.value = { id: push.id, name: push.name ?? '', status: push.machine_status ?? undefined }
      return
    }
    if (held.peek()?.id === reserved.peek()) reserved.value = undefined
    held.value = undefined
  })
}

/** Forgets everything, at the end of a session. */
export function clearLobby(): void {
  batch(() => {
    order.value = []
    for (const gone of machines.values()) gone.value = undefined
    machines.clear()
    pushed.clear()
    said.clear()
    words.value = {}
    drawn.value = {}
    arranged.value = undefined
    brandList.value = []
    held.value = undefined
    reserved.value = undefined
    shown.value = undefined
    brandsAre.value = 'idle'
    machinesAre.value = 'idle'
  })
}
onSessionEnd(clearLobby)

/** The amounts in cents of a brand's comma-separated list, greatest first; what is no amount is left out. */
export function jackpotsOf({ jackpot }: Pick<Brand, 'jackpot'>): readonly number[] {
  return jackpot
    .split(',')
    .map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)
}

/** A brand's jackpots as the server said last, cents, greatest first. */
export const jackpotsSaid = (id: string): readonly number[] =>
  jackpotsOf({ jackpot: jackpotWords.value[id] ?? '' })

/** The same as they are drawn: while they count up they are still below. */
export const jackpotsDrawn = (id: string): readonly number[] => drawnJackpots.value[id] ?? jackpotsSaid(id)

export interface Who {
  /** The machine that is kept for this player, if any. */
  heldId: string | undefined
  /** Is the wallet empty where an empty wallet may not play? */
  broke: boolean
}

/** May this player sit down here: at their own machine always, else at a free one. If not, why not. */
export type Seat = 'own' | 'free' | 'status' | 'elsewhere' | 'broke'

/** The one rule for every link to a machine; the server has the last word all the same. */
export function seatAt(machine: Pick<Machine, 'id' | 'status' | 'reservation'>, who: Who): Seat {
  const works = machine.status !== 'offline' && machine.status !== 'error'
  if (machine.reservation || machine.id === who.heldId) return works ? 'own' : 'status'
  if (machine.status !== 'available') return 'status'
  if (who.heldId !== undefined) return 'elsewhere'
  return who.broke ? 'broke' : 'free'
}
