import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Brand, Machine } from '../../contract/floor.ts'
import type { JackpotChange, MachineChange, SessionPush } from '../../contract/live.ts'
import type { Failure, LoadStatus } from '../../contract/result.ts'
import { hasHandPay, seat, setSeat } from '../../core/connection/state.ts'
import { createLoginLatest, onSessionEnd } from '../../core/session/state.ts'
import type { Mark } from '../../core/stale-answers.ts'

/** The machine that is held for this player. */
export interface OwnMachine {
  id: string
  name: string
  status: Machine['status'] | undefined
  /** The server has not reported it: the player has left it, perhaps with credit. */
  isRemembered?: true
}

const machines = new Map<string, Signal<Machine | undefined>>()
const machineIdsSignal = signal<readonly string[]>([])
const brandsSignal = signal<readonly Brand[]>([])
const ownMachineSignal = signal<OwnMachine | undefined>(undefined)
const reservedIdsSignal = signal<readonly string[]>([])
const shownBrandSignal = signal<string | undefined>(undefined)
const shownBrandNameSignal = signal<string | undefined>(undefined)
const brandsLoadSignal = signal<LoadStatus>('idle')
const machinesLoadSignal = signal<LoadStatus>('idle')
const brandsFailureSignal = signal<Failure | undefined>(undefined)
const machinesFailureSignal = signal<Failure | undefined>(undefined)
const visibleIdsSignal = signal<readonly string[] | undefined>(undefined)
const jackpotsSignal = signal<ReadonlyMap<string, string>>(new Map())
const displayedJackpotsSignal = signal<ReadonlyMap<string, readonly number[]>>(new Map())
const lastUpdatedAtSignal = signal(0)

/** Machine ids in the server's order. Changes with the list only, never with a status. */
export const machineIds: ReadonlySignal<readonly string[]> = machineIdsSignal
/** The machine ids as filtered and sorted by the player. */
export const visibleIds: ReadonlySignal<readonly string[]> = computed(
  () => visibleIdsSignal.value ?? machineIdsSignal.value,
)
/** The latest jackpots by brand id: a comma-separated list of cents. */
export const jackpots: ReadonlySignal<typeof jackpotsSignal.value> = jackpotsSignal
/** The amounts shown while the jackpots count up, cents. */
export const displayedJackpots: ReadonlySignal<typeof displayedJackpotsSignal.value> = displayedJackpotsSignal
/** The time of the last answer about brands or machines, ms of performance.now(). */
export const lastUpdatedAt: ReadonlySignal<number> = lastUpdatedAtSignal
export const brands: ReadonlySignal<readonly Brand[]> = brandsSignal
export const brandsLoad: ReadonlySignal<LoadStatus> = brandsLoadSignal
export const machinesLoad: ReadonlySignal<LoadStatus> = machinesLoadSignal
/** Why the last request for the brands, or the machines, failed. */
export const brandsFailure: ReadonlySignal<Failure | undefined> = brandsFailureSignal
export const machinesFailure: ReadonlySignal<Failure | undefined> = machinesFailureSignal
/** The id of the brand whose machines are shown; undefined for all. */
export const shownBrand: ReadonlySignal<string | undefined> = shownBrandSignal
/** The name of that brand in the machines' answer. */
export const shownBrandName: ReadonlySignal<string | undefined> = shownBrandNameSignal
/** The held machine as the server reported it. */
export const ownMachine: ReadonlySignal<OwnMachine | undefined> = ownMachineSignal
/**
 * The held machine: as reported by the server, else the first listed machine that is reserved for this
 * player.
 */
export const heldMachine: ReadonlySignal<OwnMachine | undefined> = computed(() => {
  const [reservedId] = reservedIdsSignal.value
  if (ownMachineSignal.value || reservedId === undefined) return ownMachineSignal.value
  const reserved = machines.get(reservedId)?.value
  return reserved && { id: reserved.id, name: reserved.name, status: reserved.status }
})

/**
 * The machine where the player, who is away, has a seat with nothing on it or on its way. The next machine
 * that the player opens takes its place.
 */
export const emptySeatId: ReadonlySignal<string | undefined> = computed(() => {
  const own = ownMachineSignal.value
  const { id, credit, cabinet } = seat.value ?? {}
  const isBusy = ['playing', 'in-bonus', 'cashing-out'].includes(own?.status ?? '')
  const isNeeded = isBusy || cabinet?.transfer || hasHandPay(cabinet)
  return credit === 0 && id === own?.id && !isNeeded ? own?.id : undefined
})

const machinesRequests = createLoginLatest()
const brandsRequests = createLoginLatest()
/** Marks requests that report the held machine; each report makes the earlier marks stale. */
const heldMachineReports = createLoginLatest()
/* A push that arrives after the start of the newest list request is newer than its answer. */
const pushedChanges = new Map<string, MachineChange>()
/** Ids of the brands with a pushed jackpot. */
const pushedJackpots = new Set<string>()
let newestRequest = 0
const shownRequestSignal = signal(0)

/** The number of the brands request whose answer is shown. Later requests have greater numbers. */
export const shownBrandsRequest: ReadonlySignal<number> = shownRequestSignal
export const newestBrandsRequest = (): number => newestRequest

function machineSlot(id: string): Signal<Machine | undefined> {
  let found = machines.get(id)
  if (!found) {
    found = signal<Machine | undefined>(undefined)
    machines.set(id, found)
  }
  return found
}

/** The signal of one machine; its value is undefined while the machine is not listed. */
export const machineSignal: (id: string) => ReadonlySignal<Machine | undefined> = machineSlot

/**
 * A change without `reservation` keeps the machine's reservation only if status and end are unchanged;
 * otherwise it may be another player's.
 */
export function withChange(machine: Machine, { status, reservation, reservedUntil }: MachineChange): Machine {
  const isSame = status === machine.status && reservedUntil === machine.reservedUntil
  return { ...machine, status, reservedUntil, reservation: reservation ?? (isSame && machine.reservation) }
}

/** Adds a machine to, or removes it from, those that are reserved for this player. */
function setReserved(id: string, reserved: boolean): void {
  const ids = reservedIdsSignal.peek()
  if (ids.includes(id) !== reserved)
    reservedIdsSignal.value = reserved ? [...ids, id] : ids.filter((other) => other !== id)
}

/** Applies pushed statuses, each to the signal of its machine. Machines that are not listed are skipped. */
export function applyChanges(changes: readonly MachineChange[]): void {
  batch(() => {
    for (const change of changes) {
      pushedChanges.set(change.id, change)
      const known = machines.get(change.id)
      const before = known?.peek()
      const next = before && withChange(before, change)
      if (known && next) known.value = next
      setReserved(change.id, next?.reservation ?? change.reservation ?? false)
      const kept = ownMachineSignal.peek()
      if (isGivenBack(next ?? change)) rememberMachine(undefined)
      else if (kept?.id === change.id) {
        heldMachineReports.invalidate()
        ownMachineSignal.value = { ...kept, status: change.status }
      }
    }
  })
}

/** Begins a request for the machines, which replaces the one before it. Pass its mark on with the answer. */
export function beginMachinesRequest(): Mark {
  pushedChanges.clear()
  return machinesRequests.begin()
}

/** Ends a failed request; the shown list stays. A stale failure is dropped. */
export function failMachinesRequest(mark: Mark, failure: Failure): void {
  if (machinesRequests.isStale(mark)) return
  batch(() => {
    machinesFailureSignal.value = failure
    if (machinesLoadSignal.peek() !== 'ready') machinesLoadSignal.value = 'failed'
  })
}

/**
 * Applies a list of machines, with their brand's name and the time of the answer (ms of performance.now()).
 * Statuses pushed since the request began are kept. A stale answer is dropped.
 */
export function applyMachines(list: readonly Machine[], mark: Mark, brandName?: string | null, at = 0): void {
  if (machinesRequests.isStale(mark)) return
  batch(() => {
    const ids = new Set<string>()
    const reservedIds: string[] = []
    for (const machine of list) {
      const newer = pushedChanges.get(machine.id)
      const next = newer ? withChange(machine, newer) : machine
      machineSlot(machine.id).value = next
      ids.add(machine.id)
      if (next.reservation) reservedIds.push(machine.id)
      if (isGivenBack(next)) rememberMachine(undefined)
    }
    reservedIdsSignal.value = reservedIds
    for (const [id, gone] of machines) if (!ids.has(id)) gone.value = undefined
    const next = [...ids]
    const before = machineIdsSignal.peek()
    if (next.length !== before.length || next.some((id, at) => id !== before[at]))
      machineIdsSignal.value = next
    shownBrandNameSignal.value = brandName || undefined
    lastUpdatedAtSignal.value = at
    machinesFailureSignal.value = undefined
    machinesLoadSignal.value = 'ready'
  })
}

/** Selects a brand's machines (undefined: all), and clears another brand's list. */
export function showMachines(brand: string | undefined): void {
  batch(() => {
    if (machinesLoadSignal.peek() === 'ready' && shownBrandSignal.peek() === brand) return
    machinesRequests.invalidate()
    shownBrandSignal.value = brand
    shownBrandNameSignal.value = undefined
    machineIdsSignal.value = []
    visibleIdsSignal.value = undefined
    for (const gone of machines.values()) gone.value = undefined
    machinesLoadSignal.value = 'loading'
  })
}

/** Begins a request for the brands, which replaces the one before it. Pass its mark on with the answer. */
export function beginBrandsRequest(): Mark {
  if (brandsLoadSignal.peek() !== 'ready') brandsLoadSignal.value = 'loading'
  pushedJackpots.clear()
  const mark = brandsRequests.begin()
  newestRequest = mark
  return mark
}

function setJackpots(list: readonly JackpotChange[]): void {
  const entries = list.map(({ id, jackpot }) => [id, jackpot] as const)
  jackpotsSignal.value = new Map([...jackpotsSignal.peek(), ...entries])
}

/** Applies pushed jackpots. */
export function applyJackpots(list: readonly JackpotChange[]): void {
  for (const { id } of list) pushedJackpots.add(id)
  setJackpots(list)
}

/** Sets the amounts to show by brand id; see dock/jackpot-animation.ts. */
export function setDisplayedJackpots(amounts: typeof displayedJackpotsSignal.value): void {
  displayedJackpotsSignal.value = amounts
}

/**
 * Applies the brands, with the time of the answer (ms of performance.now()). Jackpots pushed since the
 * request began are kept. A stale answer is dropped.
 */
export function applyBrands(list: readonly Brand[], mark: Mark, at = 0): void {
  if (brandsRequests.isStale(mark)) return
  batch(() => {
    brandsSignal.value = list
    shownRequestSignal.value = mark
    setJackpots(list.filter(({ id }) => !pushedJackpots.has(id)))
    lastUpdatedAtSignal.value = at
    brandsFailureSignal.value = undefined
    brandsLoadSignal.value = 'ready'
  })
}

/** Ends a failed request; the shown brands stay. A stale failure is dropped. */
export function failBrandsRequest(mark: Mark, failure: Failure): void {
  if (brandsRequests.isStale(mark)) return
  batch(() => {
    brandsFailureSignal.value = failure
    if (brandsLoadSignal.peek() !== 'ready') brandsLoadSignal.value = 'failed'
  })
}

/** Sets the machines of this list to show, in order. Undefined: all, in the server's order. */
export function setVisibleIds(ids: readonly string[] | undefined): void {
  visibleIdsSignal.value = ids
}

/** Take the mark before a request, and pass it to `applySession` with the answer. */
export const heldMachineMark = heldMachineReports.mark

/** Whether the held machine was reported after this mark was taken. */
export const isHeldMachineReported = heldMachineReports.isStale

/**
 * Applies the held machine. With status false the player has no machine and no reservation; nor without a
 * push, which is an answer that names no seat and ends no visit. Dropped if a push, or the answer to a later
 * request, was applied since `mark` was taken, and if it says nothing about the held machine: the end of
 * another machine's seat, or a seat without a machine.
 */
export function applySession(push: SessionPush | undefined, mark: Mark = heldMachineReports.mark()): void {
  const own = ownMachineSignal.peek()
  const isAboutOther = own && (push?.id ? !push.status && push.id !== own.id : push?.status)
  if (isAboutOther || heldMachineReports.isStale(mark)) return
  heldMachineReports.applied(mark)
  batch(() => {
    setSeat(push)
    if (push?.status && push.id) {
      ownMachineSignal.value = {
        id: push.id,
        name: push.name ?? '',
        status: push.machine_status ?? undefined,
      }
      return
    }
    if (own) setReserved(own.id, false)
    ownMachineSignal.value = undefined
  })
}

/**
 * Sets the held machine behind a server that does not report it, until the server does, or lists it as free.
 * Undefined: nothing is left on it.
 */
export function rememberMachine(held: Omit<OwnMachine, 'isRemembered'> | undefined): void {
  batch(() => {
    setSeat(held && { status: true, id: held.id, name: held.name, machine_status: held.status })
    ownMachineSignal.value = held && { ...held, isRemembered: true }
  })
}

/** Whether this is the remembered machine, and the server has it as free. */
const isGivenBack = ({ id, status, reservation }: MachineChange) => {
  const own = ownMachineSignal.peek()
  return own?.isRemembered && own.id === id && status === 'available' && !reservation
}

export function clearLobby(): void {
  batch(() => {
    machineIdsSignal.value = []
    for (const gone of machines.values()) gone.value = undefined
    machines.clear()
    pushedChanges.clear()
    pushedJackpots.clear()
    jackpotsSignal.value = new Map()
    displayedJackpotsSignal.value = new Map()
    visibleIdsSignal.value = undefined
    brandsSignal.value = []
    ownMachineSignal.value = undefined
    reservedIdsSignal.value = []
    shownBrandSignal.value = undefined
    shownBrandNameSignal.value = undefined
    brandsLoadSignal.value = 'idle'
    machinesLoadSignal.value = 'idle'
    brandsFailureSignal.value = undefined
    machinesFailureSignal.value = undefined
  })
}
onSessionEnd(clearLobby)

/** The jackpots of a comma-separated list, cents, greatest first; invalid entries are skipped. */
export function parseJackpots({ jackpot }: Pick<Brand, 'jackpot'>): readonly number[] {
  return jackpot
    .split(',')
    .map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)
}

/** A brand's latest jackpots, cents, greatest first. */
export const brandJackpots = (id: string): readonly number[] =>
  parseJackpots({ jackpot: jackpots.value.get(id) ?? '' })

/** A brand's jackpots as shown, which are lower while they count up. */
export const displayedBrandJackpots = (id: string): readonly number[] =>
  displayedJackpots.value.get(id) ?? brandJackpots(id)
