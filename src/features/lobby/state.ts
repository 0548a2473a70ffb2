import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Brand, Machine } from '../../contract/floor.ts'
import type { JackpotChange, MachineChange, SessionPush } from '../../contract/live.ts'
import { onSessionEnd } from '../../core/session/state.ts'

export { availabilityOf } from './availability.ts'

export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed'

/** A machine that is kept for this player, to return to. */
export interface HeldMachine {
  id: string
  name: string
  status: Machine['status'] | undefined
}

const machines = new Map<string, Signal<Machine | undefined>>()
const machineIdsSignal = signal<readonly string[]>([])
const brandsSignal = signal<readonly Brand[]>([])
const ownMachineSignal = signal<HeldMachine | undefined>(undefined)
const reservedIdSignal = signal<string | undefined>(undefined)
const shownBrandSignal = signal<string | undefined>(undefined)
const brandsLoadSignal = signal<LoadStatus>('idle')
const machinesLoadSignal = signal<LoadStatus>('idle')
const visibleIdsSignal = signal<readonly string[] | undefined>(undefined)
const jackpotsSignal = signal<Readonly<Record<string, string>>>({})
const displayedJackpotsSignal = signal<Readonly<Record<string, readonly number[]>>>({})
const lastUpdatedAtSignal = signal(0)

/** Ids of the machines that the server told of, in its order. Changes only with the list itself, never with a status. */
export const machineIds: ReadonlySignal<readonly string[]> = machineIdsSignal
/** Ids of the machines on show: those, until the tools arrange them. */
export const visibleIds: ReadonlySignal<readonly string[]> = computed(
  () => visibleIdsSignal.value ?? machineIdsSignal.value,
)
/** Jackpots by the brand's id, as the server said last: a comma-separated list of cents. */
export const jackpots: ReadonlySignal<typeof jackpotsSignal.value> = jackpotsSignal
/** What is drawn in their place while they count up, in cents. */
export const displayedJackpots: ReadonlySignal<typeof displayedJackpotsSignal.value> = displayedJackpotsSignal
/** When the last answer about the floor came, ms of performance.now(). */
export const lastUpdatedAt: ReadonlySignal<number> = lastUpdatedAtSignal
export const brands: ReadonlySignal<readonly Brand[]> = brandsSignal
export const brandsLoad: ReadonlySignal<LoadStatus> = brandsLoadSignal
export const machinesLoad: ReadonlySignal<LoadStatus> = machinesLoadSignal
/** The id of the brand whose machines are on show; undefined for all. */
export const shownBrand: ReadonlySignal<string | undefined> = shownBrandSignal
/** The server's own word on which machine this player has. */
export const ownMachine: ReadonlySignal<HeldMachine | undefined> = ownMachineSignal
/** The machine that waits for this player: the server's word, else one on show that is reserved for them. */
export const heldMachine: ReadonlySignal<HeldMachine | undefined> = computed(() => {
  if (ownMachineSignal.value || reservedIdSignal.value === undefined) return ownMachineSignal.value
  const own = machines.get(reservedIdSignal.value)?.value
  return own && { id: own.id, name: own.name, status: own.status }
})

/*
 * A list under way and the pushes that come in meanwhile cross: each push is stamped with a running number, each
 * request with the number at its start, and whatever was pushed after that is newer than the list.
 */
let revision = 0
let sessionRevisionCount = 0
let requestsInFlight = 0
const recentChanges = new Map<string, { stamp: number; change: MachineChange }>()
/** Since when what is known of a brand's jackpots is known. */
const jackpotStamps = new Map<string, number>()

function machineSlot(id: string): Signal<Machine | undefined> {
  let found = machines.get(id)
  if (!found) {
    found = signal<Machine | undefined>(undefined)
    machines.set(id, found)
  }
  return found
}

/** One machine's own signal; undefined in it while the machine is not on show. */
export function machineSignal(id: string): ReadonlySignal<Machine | undefined> {
  return machineSlot(id)
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
      revision++
      if (requestsInFlight > 0) recentChanges.set(change.id, { stamp: revision, change })
      const known = machines.get(change.id)
      const before = known?.peek()
      if (known && before) known.value = withChange(before, change)
      if (change.reservation) reservedIdSignal.value = change.id
      else if (change.reservation === false && reservedIdSignal.peek() === change.id)
        reservedIdSignal.value = undefined
      const kept = ownMachineSignal.peek()
      if (kept?.id === change.id) {
        sessionRevisionCount++
        ownMachineSignal.value = { ...kept, status: change.status }
      }
    }
  })
}

/** A list of machines is being asked for: end it with `applyMachines` (and this revision) or `failMachinesRequest`. */
export function beginMachinesRequest(): number {
  requestsInFlight++
  return revision
}

function endMachinesRequest(): void {
  requestsInFlight--
  if (requestsInFlight === 0) recentChanges.clear()
}

/** The request came to nothing. A list that is on show stays; `late` when another one is wanted by now. */
export function failMachinesRequest({ late = false } = {}): void {
  endMachinesRequest()
  if (!late && machinesLoadSignal.peek() === 'loading') machinesLoadSignal.value = 'failed'
}

/** Takes a list of machines; statuses pushed since `mark` stand. */
export function applyMachines(list: readonly Machine[], mark: number): void {
  batch(() => {
    const ids = new Set<string>()
    let own: string | undefined
    for (const machine of list) {
      const newer = recentChanges.get(machine.id)
      const next = newer && newer.stamp > mark ? withChange(machine, newer.change) : machine
      machineSlot(machine.id).value = next
      ids.add(machine.id)
      if (next.reservation) own = machine.id
    }
    reservedIdSignal.value = own
    for (const [id, gone] of machines) if (!ids.has(id)) gone.value = undefined
    const next = [...ids]
    const before = machineIdsSignal.peek()
    if (next.length !== before.length || next.some((id, at) => id !== before[at]))
      machineIdsSignal.value = next
    machinesLoadSignal.value = 'ready'
    endMachinesRequest()
  })
}

/** The machines of one brand (undefined: all) are wanted: another list than the one on show is emptied first. */
export function showMachines(brand: string | undefined): void {
  batch(() => {
    if (machinesLoadSignal.peek() === 'ready' && shownBrandSignal.peek() === brand) return
    shownBrandSignal.value = brand
    machineIdsSignal.value = []
    visibleIdsSignal.value = undefined
    for (const gone of machines.values()) gone.value = undefined
    machinesLoadSignal.value = 'loading'
  })
}

/** The brands are being asked for: pass the revision to `applyBrands`. */
export function beginBrandsRequest(): number {
  if (brandsLoadSignal.peek() !== 'ready') brandsLoadSignal.value = 'loading'
  return revision
}

/** What is said of brands' jackpots, known since `at`: what is known since later stands. */
function setJackpots(list: readonly JackpotChange[], at: number): void {
  const next = { ...jackpotsSignal.peek() }
  for (const { id, jackpot } of list) {
    if ((jackpotStamps.get(id) ?? 0) > at) continue
    jackpotStamps.set(id, at)
    next[id] = jackpot
  }
  jackpotsSignal.value = next
}

/** Takes pushed jackpots, each in place of its brand's. */
export function applyJackpots(list: readonly JackpotChange[]): void {
  setJackpots(list, ++revision)
}

/** Draws these amounts in place of what the servers said last, by the brand's id; see tools/ticker.ts. */
export function setDisplayedJackpots(amounts: typeof displayedJackpotsSignal.value): void {
  displayedJackpotsSignal.value = amounts
}

/** Takes the brands; undefined when they did not come: those on show stay. Jackpots pushed since `mark` stand. */
export function applyBrands(list: readonly Brand[] | undefined, mark = revision): void {
  batch(() => {
    if (list) {
      brandsSignal.value = list
      setJackpots(list, mark)
    }
    if (list || brandsLoadSignal.peek() !== 'ready') brandsLoadSignal.value = list ? 'ready' : 'failed'
  })
}

/** The floor is on show as it was `at` ms of performance.now(). */
export function setLastUpdated(at: number): void {
  lastUpdatedAtSignal.value = at
}

/** Shows these machines in this order until another list is wanted; undefined: all, in the server's order. */
export function setVisibleIds(ids: readonly string[] | undefined): void {
  visibleIdsSignal.value = ids
}

/** A mark to hand to `applySession` with the answer of a request that starts now. */
export function sessionRevision(): number {
  return sessionRevisionCount
}

/**
 * The server says which machine waits for this player, or (status false) that none does, and then no list does
 * either. What was pushed since `mark` is newer than an answer, and stands.
 */
export function applySession(push: SessionPush, mark = sessionRevisionCount): void {
  if (mark < sessionRevisionCount++) return
  batch(() => {
    if (push.status && push.id) {
      ownMachineSignal.value = {
        id: push.id,
        name: push.name ?? '',
        status: push.machine_status ?? undefined,
      }
      return
    }
    if (ownMachineSignal.peek()?.id === reservedIdSignal.peek()) reservedIdSignal.value = undefined
    ownMachineSignal.value = undefined
  })
}

/** Forgets everything, at the end of a session. */
export function clearLobby(): void {
  batch(() => {
    machineIdsSignal.value = []
    for (const gone of machines.values()) gone.value = undefined
    machines.clear()
    recentChanges.clear()
    jackpotStamps.clear()
    jackpotsSignal.value = {}
    displayedJackpotsSignal.value = {}
    visibleIdsSignal.value = undefined
    brandsSignal.value = []
    ownMachineSignal.value = undefined
    reservedIdSignal.value = undefined
    shownBrandSignal.value = undefined
    brandsLoadSignal.value = 'idle'
    machinesLoadSignal.value = 'idle'
  })
}
onSessionEnd(clearLobby)

/** The amounts in cents of a brand's comma-separated list, greatest first; what is no amount is left out. */
export function parseJackpots({ jackpot }: Pick<Brand, 'jackpot'>): readonly number[] {
  return jackpot
    .split(',')
    .map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)
}

/** A brand's jackpots as the server said last, cents, greatest first. */
export const brandJackpots = (id: string): readonly number[] =>
  parseJackpots({ jackpot: jackpots.value[id] ?? '' })

/** The same as they are drawn: while they count up they are still below. */
export const displayedBrandJackpots = (id: string): readonly number[] =>
  displayedJackpots.value[id] ?? brandJackpots(id)
