import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Capabilities, GameInitAck, GameState, InfoPush, VideoSource } from '../../contract/live.ts'
import type { Failure } from '../../contract/result.ts'
import { PLAY_DEFAULTS } from '../../contract/settings-play.ts'
import { enqueueMessage } from '../../core/notices/queue.ts'
import { settings } from '../../core/settings/settings.ts'

/** The game's own line to the machine. `opening` until the first init is answered. */
export type Link = 'opening' | 'up' | 'down'
/** A command whose answer is awaited; `sync`: an answer was lost, the true state is being asked for. */
export type Pending = 'spin' | 'load' | 'cashout' | 'sync'
/** How the picture is: not there yet, live, being brought back, or refused for good. */
export type Picture = 'opening' | 'live' | 'lost' | 'failed'
/** What keeps play waiting: a question or a limit stands; a player's protection is on its way, or did not come. */
export type Hold = 'held' | 'tools' | 'noTools'
/** Why a tap on the machine is refused now. `stake`: more than may be staked; `resting`: too soon after the last spin. */
export type Refusal =
  | Hold
  | 'opening'
  | 'down'
  | 'noPicture'
  | 'oldPicture'
  | 'busy'
  | 'spinning'
  | 'noCredit'
  | 'stake'
  | 'resting'
/** Why the page is to be left. `quit`: the operator removes the player, and what is on the machine stays there. */
export type Exit =
  | { kind: 'left' | 'quit' }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'told'; info: InfoPush }

export interface SeatedMachine {
  id: string
  name: string
  brand: string
}

const linkNow = signal<Link>('opening')
const machineNow = signal<SeatedMachine | undefined>()
const gameNow = signal<GameState | undefined>()
const able = signal<Capabilities>({ buttons: [], stakes: [], transfer: false })
const chosen = signal<number | undefined>()
const offered = signal<readonly number[] | undefined>()
const pendingNow = signal<Pending | undefined>()
const pictureIs = signal<Picture>('opening')
const age = signal<number | undefined>()
const source = signal<VideoSource | undefined>()
const exitNow = signal<Exit | undefined>()
const since = signal(0)
const holds = signal<readonly Hold[]>([])
const cap = signal(Number.POSITIVE_INFINITY)
const rests = signal(false)
const cycle = signal(PLAY_DEFAULTS.minSpinCycle * 1000)
const auto = signal<number | undefined>()
/** How often the machine has told something new. */
let heard = 0
/** What it has told that nobody has taken note of yet. */
let told: GameState[] = []
const seconds = computed(() => Math.max(1, Math.floor((age.value ?? 0) / 1000)))

export const link: ReadonlySignal<Link> = linkNow
/** Since when the line is down, ms since 1970. */
export const downSince: ReadonlySignal<number> = since
export const machine: ReadonlySignal<SeatedMachine | undefined> = machineNow
/** What the machine says of itself, newest `seq`; amounts in cents. */
export const game: ReadonlySignal<GameState | undefined> = gameNow
/** What the machine can do, without the stakes above the cap (`setStakeCap`). */
export const capabilities: ReadonlySignal<Capabilities> = computed(() => ({
  ...able.value,
  stakes: able.value.stakes.filter((one) => one <= cap.value && (offered.value?.includes(one) ?? true)),
}))
export const pending: ReadonlySignal<Pending | undefined> = pendingNow
export const picture: ReadonlySignal<Picture> = pictureIs
/** ms since the picture last moved; undefined before the first frame. */
export const pictureAge: ReadonlySignal<number | undefined> = age
/** The same in whole seconds, for people. */
export const pictureSeconds: ReadonlySignal<number> = seconds
/** Where the picture is; every new value asks for it to be opened anew. */
export const video: ReadonlySignal<VideoSource | undefined> = source
export const exit: ReadonlySignal<Exit | undefined> = exitNow
/** The least the machine takes, cents, whatever may be staked; undefined where it does not say. */
export const lowestStake = computed(() => able.value.stakes[0])
/** ms from the start of one spin to the next, at least. */
export const spinCycle: ReadonlySignal<number> = cycle
/** Spins that autoplay still has to play (Infinity: without end); undefined while it does not run. */
export const autoplayLeft: ReadonlySignal<number | undefined> = auto
/** Why neither a stake nor more credit is taken, if so. Money may go home. */
export const heldBy = computed<Hold | undefined>(() => holds.value[0])

/** The address of the machine's art; undefined for one that has none. */
export const machineArt = computed(() => {
  const brand = machineNow.value?.brand
  return brand ? `/assets/machines/${encodeURIComponent(brand)}.png` : undefined
})

export const credit = computed(() => gameNow.value?.credit)
export const freeSpins = computed(() => gameNow.value?.freeSpins ?? 0)
export const spinning = computed(() => gameNow.value?.phase === 'spinning')

/** What the next spin stakes, cents: the machine's own while free spins are left, else the player's choice. */
export const stake = computed(() => {
  const now = gameNow.value
  return now && (now.freeSpins > 0 || chosen.value === undefined) ? now.stake : chosen.value
})

/** Why nothing may be staked on this machine now, if so: the line is down or the picture is too old to trust. */
export const untrusted = computed<Refusal | undefined>(() => {
  if (linkNow.value !== 'up') return linkNow.value
  if (pictureIs.value === 'opening' || age.value === undefined) return 'noPicture'
  if (pictureIs.value === 'failed' || age.value > settings.value.maxPictureAge) return 'oldPicture'
  return undefined
})

/** Why a spin would be refused now, if so. */
export const spinRefusal = computed<Refusal | undefined>(() => {
  if (untrusted.value) return untrusted.value
  if (heldBy.value) return heldBy.value
  const now = gameNow.value
  if (!now || pendingNow.value) return 'busy'
  if (now.phase === 'spinning') return 'spinning'
  const costs = now.freeSpins === 0 ? (stake.value ?? 0) : 0
  if (costs > cap.value) return 'stake'
  if (costs > now.credit) return 'noCredit'
  return rests.value ? 'resting' : undefined
})

/** Why the stake stays as it is now, if so: only between two paid spins may it change. */
export const stakeLocked = computed(
  () => linkNow.value !== 'up' || spinning.value || pendingNow.value !== undefined || freeSpins.value > 0,
)

/** May credit go back to the wallet? A frozen picture does not keep anybody's money. */
export const canCashOut = computed(
  () =>
    linkNow.value === 'up' &&
    !pendingNow.value &&
    !spinning.value &&
    freeSpins.value === 0 &&
    (credit.value ?? 0) > 0,
)

/** Buttons by their announced names, whatever their spelling: betUp, bet-up and bet_up are one. */
export function announces(button: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return able.value.buttons.some((name) => plain(name) === plain(button))
}

// ---- verbs

/** Forgets the machine before. */
export function resetGame(): void {
  batch(() => {
    linkNow.value = 'opening'
    machineNow.value = undefined
    gameNow.value = undefined
    told = []
    able.value = { buttons: [], stakes: [], transfer: false }
    chosen.value = undefined
    pendingNow.value = undefined
    pictureIs.value = 'opening'
    age.value = undefined
    source.value = undefined
    exitNow.value = undefined
    auto.value = undefined
  })
}

/** Takes a machine's state, unless a newer one is known. */
export function takeGame(next: GameState): void {
  const before = gameNow.peek()
  if (before && next.seq < before.seq) return
  heard++
  told.push(next)
  gameNow.value = next
}

/** What the machine has told since this was asked last, for who keeps account of it. */
export function takeHeard(): readonly GameState[] {
  const all = told
  told = []
  return all
}

/** A mark to hand to `takeInit` with the answer to an init that is asked now. */
export function gameMark(): number {
  return heard
}

/**
 * Takes the answer to init: the true state. A machine that was started again may count from a lower seq, so only
 * what it has told since `mark`, taken when it was asked, can be newer.
 */
export function takeInit(
  { machine, game, video, capabilities }: Extract<GameInitAck, { ok: true }>,
  mark = heard,
): void {
  batch(() => {
    const known = gameNow.peek()
    machineNow.value = machine
    if (!known || mark === heard || known.seq < game.seq) {
      told.push(game)
      gameNow.value = game
    }
    able.value = capabilities
    pendingNow.value = undefined
    linkNow.value = 'up'
    if (chosen.peek() === undefined || !capabilities.stakes.includes(chosen.peek() ?? 0)) {
      chosen.value = capabilities.stakes.includes(game.stake) ? game.stake : capabilities.stakes[0]
    }
    if (video && (video.url !== source.peek()?.url || pictureIs.peek() === 'failed')) source.value = video
  })
}

/** The picture is to be opened (anew). */
export function takeVideo(next: VideoSource): void {
  source.value = { ...next }
}

/** A message; with an action it ends the visit. */
export function takeInfo(info: InfoPush): void {
  if (info.action === 'none') enqueueMessage(info)
  else leaveBecause({ kind: 'told', info })
}

/** The operator removes the player from the game: the page is left, with a message in the player's language. */
export function takeQuit(): void {
  leaveBecause({ kind: 'quit' })
}

/** The line broke, `at` ms since 1970. */
export function linkDown(at: number): void {
  if (linkNow.peek() !== 'up') return
  batch(() => {
    since.value = at
    linkNow.value = 'down'
  })
}

/** The picture's own account of itself; `ageMs` since its last frame. */
export function pictureNow(next: Picture, ageMs: number | undefined): void {
  batch(() => {
    pictureIs.value = next
    age.value = ageMs
  })
}

/** Nothing may be staked or loaded while anybody holds play, each for a reason of their own. Money may go home. */
export function holdPlay(next: boolean, why: Hold = 'held'): void {
  const now = holds.peek()
  if (now.includes(why) !== next) holds.value = next ? [...now, why] : now.filter((one) => one !== why)
}

/** No paid spin may stake more than `cents` from now on. */
export function setStakeCap(cents: number): void {
  cap.value = cents
}

/** Two spins start so many ms apart from now on, at least. */
export function setCycle(ms: number): void {
  cycle.value = ms
}

/** The cycle of the last spin is under way, or over. */
export function setResting(next: boolean): void {
  rests.value = next
}

/** Autoplay has so many spins left, or (undefined) ends. */
export function setAutoplay(left: number | undefined): void {
  auto.value = left
}

/**
 * Offers these of the machine's stakes (cents) alone, as a bet band has them; all of them without. What was chosen
 * becomes the lowest of them when it is none.
 */
export function offerStakes(next: readonly number[] | undefined): void {
  const known = able.peek().stakes.filter((one) => next?.includes(one))
  offered.value = known.length > 0 ? known : undefined
  if (known.length > 0 && !known.includes(chosen.peek() ?? 0)) chosen.value = known[0]
}

export function setPending(next: Pending | undefined): void {
  pendingNow.value = next
}

/** The first reason to leave stands. */
export function leaveBecause(reason: Exit): void {
  exitNow.value ??= reason
}

/** Moves the stake through the announced ones: one down, one up, or to the highest the credit allows. */
export function moveStake(to: 'down' | 'up' | 'max'): void {
  const { stakes } = capabilities.peek()
  if (stakeLocked.peek() || stakes.length === 0) return
  const known = stakes.indexOf(chosen.peek() ?? 0)
  // One that may not be staked any more is above them all.
  const at = known < 0 ? stakes.length : known
  const affordable = stakes.filter((one) => one <= (gameNow.peek()?.credit ?? 0)).length - 1
  const next = to === 'max' ? (affordable < 0 ? stakes.length - 1 : affordable) : at + (to === 'up' ? 1 : -1)
  chosen.value = stakes[Math.min(Math.max(next, 0), stakes.length - 1)]
}
