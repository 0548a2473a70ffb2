import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { Code } from '../../../contract/codes.ts'
import type { Capabilities, GameInitAck, GameState, InfoPush } from '../../../contract/live.ts'
import type { Failure } from '../../../contract/result.ts'
import { PLAY_DEFAULTS } from '../../../contract/settings-play.ts'
import { expectEnd, isEchoOfEnd, isEndExpected } from '../../../core/connection/own-end.ts'
import { enqueueMessage } from '../../../core/notices/queue.ts'
import { encodePart } from '../../../core/router/machine-paths.ts'
import { settings } from '../../../core/settings/settings.ts'
import { createLatest, type Mark } from '../../../core/stale-answers.ts'
import { frameAge, offerVideo, picture, pictureAge, resetVideo } from '../video/state.ts'

/** The game's socket. `opening` until the first init is answered. */
export type Link = 'opening' | 'up' | 'down'
/** The command whose answer is pending; `sync`: an answer was lost and the state is fetched again. */
export type Pending = 'spin' | 'press' | 'load' | 'cashout' | 'sync'
/**
 * Why play is blocked: a limit or an open prompt (`held`); a cabinet takes no command (cabinet/state.ts); the
 * protection is loading (`tools`) or failed to load.
 */
export type PlayBlock = 'held' | 'cabinet' | 'tools' | 'noTools'
/** Why nothing is staked: the connection is down, or the video is too old to trust. */
export type VideoBlock = 'opening' | 'down' | 'noPicture' | 'oldPicture'
/**
 * Why a spin is blocked. `stake`: above the cap; `ownLimit`: above what the player's own limit leaves;
 * `cooldown`: the last spin's cycle is not over.
 */
export type SpinBlockReason =
  | PlayBlock
  | VideoBlock
  | 'busy'
  | 'spinning'
  | 'noCredit'
  | 'stake'
  | 'ownLimit'
  | 'cooldown'
/** Why the page is left. `quit`: the operator removed the player; the credit stays on the machine. */
export type ExitReason =
  | { kind: 'left' | 'quit' }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'message'; info: InfoPush }

export interface SeatedMachine {
  id: string
  name: string
  brand: string
}

const linkSignal = signal<Link>('opening')
const machineSignal = signal<SeatedMachine | undefined>()
const gameSignal = signal<GameState | undefined>()
const freeSpinsPlayedSignal = signal<number | undefined>()
const unrecordedSignal = signal<readonly GameState[]>([])
/** The functions of most machines: their controls keep their room until the machine announces its own. */
const USUAL: Capabilities = {
  buttons: ['spin', 'bet-down', 'bet-up', 'bet-max'],
  stakes: [],
  transfer: true,
}
const NONE: Capabilities = { buttons: [], stakes: [], transfer: false }
/** What the machine has announced. */
const capabilitiesSignal = signal<Capabilities | undefined>()
const stakeSignal = signal<number | undefined>()
const allowedStakesSignal = signal<readonly number[] | undefined>()
const pendingSignal = signal<Pending | undefined>()
const cashedOutSignal = signal(false)
const exitSignal = signal<ExitReason | undefined>()
const pushedEndSignal = signal<ExitReason | undefined>()
const downSinceSignal = signal(0)
const blocksSignal = signal<readonly PlayBlock[]>([])
const stakeCapSignal = signal(Number.POSITIVE_INFINITY)
const ownLimitLeftSignal = signal(Number.POSITIVE_INFINITY)
const withheldSignal = signal(0)
const cooldownSignal = signal(false)
const spinCycleSignal = signal(PLAY_DEFAULTS.minSpinCycle * 1000)
const autoplayLeftSignal = signal<number | undefined>()
/**
 * The play record's code may never come: the oldest states are dropped then, and it counts from the newer
 * ones.
 */
export const MAX_UNRECORDED = 100
/** Ends with each state that the machine pushes or answers to a command. */
const updates = createLatest()

export const link: ReadonlySignal<Link> = linkSignal
/** When the connection was lost, ms since 1970. */
export const downSince: ReadonlySignal<number> = downSinceSignal
export const machine: ReadonlySignal<SeatedMachine | undefined> = machineSignal

/** The credit without what the player has not loaded, cents. */
export const ownCreditOf = ({ credit, cabinet }: Pick<GameState, 'credit' | 'cabinet'>): number =>
  Math.max(0, credit - (cabinet?.foreignCredit ?? 0))

/** The machine's state with the newest `seq`; amounts in cents. */
export const game: ReadonlySignal<GameState | undefined> = gameSignal
/**
 * The states that the play record has not read yet (`drainStates`), oldest first: its code loads after the
 * video.
 */
export const unrecordedStates: ReadonlySignal<readonly GameState[]> = unrecordedSignal
/** The machine's functions. A server that answers no `init` announces none. */
const functions = computed(() => capabilitiesSignal.value ?? (linkSignal.value === 'up' ? NONE : USUAL))
/** The machine's capabilities, without the stakes above the cap (`setStakeCap`). */
export const capabilities: ReadonlySignal<Capabilities> = computed(() => ({
  ...functions.value,
  stakes: functions.value.stakes.filter(
    (one) => one <= stakeCapSignal.value && (allowedStakesSignal.value?.includes(one) ?? true),
  ),
}))
export const pending: ReadonlySignal<Pending | undefined> = pendingSignal
export const exit: ReadonlySignal<ExitReason | undefined> = exitSignal
/** The end that the server has pushed during a cash-out; the answer says whether that is its cause. */
export const pushedEnd: ReadonlySignal<ExitReason | undefined> = pushedEndSignal
/** The machine's lowest stake, cents, regardless of the cap; undefined when it announces none. */
export const minStake = computed(() => functions.value.stakes[0])
/** Minimum ms from the start of one spin to the next. */
export const spinCycle: ReadonlySignal<number> = spinCycleSignal
/**
 * Paid spins that autoplay still has to play (Infinity: without end; 0: free ones alone); undefined while it
 * does not run.
 */
export const autoplayLeft: ReadonlySignal<number | undefined> = autoplayLeftSignal
/** Why stakes and loads are blocked. Cashing out stays possible. */
export const blockedBy = computed<PlayBlock | undefined>(() => blocksSignal.value[0])

/** URL of the machine's art; undefined without a brand. */
export const machineArt = computed(() => {
  const brand = machineSignal.value?.brand
  return brand ? `/assets/machines/${encodePart(brand)}.png` : undefined
})

export const credit = computed(() => gameSignal.value?.credit)
/** What may be played and cashed out of the credit, cents: all that is not withheld (`setWithheld`). */
export const usableCredit = computed(() => credit.value && Math.max(0, credit.value - withheldSignal.value))
export const freeSpins = computed(() => gameSignal.value?.freeSpins ?? 0)
/**
 * Free spins of this bonus that have been played, with the running one. Undefined in a bonus that began
 * before the page: how many it had is not known.
 */
export const freeSpinsPlayed: ReadonlySignal<number | undefined> = freeSpinsPlayedSignal
export const spinning = computed(() => gameSignal.value?.phase === 'spinning')
/** The running spin, or the next one, is free. */
export const isFree = computed(
  () => freeSpins.value > 0 || (spinning.value && gameSignal.value?.spin?.free === true),
)

/** The stake of the next spin, or of a free one that runs, cents: the machine's, else the player's choice. */
export const stake = computed(() => {
  const current = gameSignal.value
  return current && (isFree.value || stakeSignal.value === undefined) ? current.stake : stakeSignal.value
})

/** Blocks stakes while the connection is down or the video is too old to trust. */
export const videoBlock = computed<VideoBlock | undefined>(() => {
  if (linkSignal.value === 'down') return 'down'
  if (linkSignal.value === 'opening') return picture.value === 'failed' ? 'noPicture' : 'opening'
  const age = pictureAge.value
  if (picture.value === 'opening' || age === undefined) return 'noPicture'
  return picture.value === 'failed' || frameAge.value?.isRepeated || age > settings.value.maxPictureAge
    ? 'oldPicture'
    : undefined
})

/** The state of the video: opening, live, off (failed), or why it must not be trusted. */
export const videoStatus = computed(() => {
  if (picture.value === 'failed') return 'off'
  if (linkSignal.value === 'opening' || picture.value === 'opening') return 'opening'
  if (linkSignal.value === 'down') return 'down'
  if (videoBlock.value === undefined) return 'live'
  return picture.value === 'live' ? 'old' : 'lost'
})

/** Why a spin is blocked; undefined when it may start. */
export const spinBlock = computed<SpinBlockReason | undefined>(() => {
  if (videoBlock.value) return videoBlock.value
  if (blockedBy.value) return blockedBy.value
  const current = gameSignal.value
  if (!current || pendingSignal.value) return 'busy'
  if (current.phase === 'spinning') return 'spinning'
  const costs = current.freeSpins === 0 ? (stake.value ?? 0) : 0
  if (costs > stakeCapSignal.value) return 'stake'
  if (costs > ownLimitLeftSignal.value) return 'ownLimit'
  if (costs > (usableCredit.value ?? 0)) return 'noCredit'
  return cooldownSignal.value ? 'cooldown' : undefined
})

/** The stake may change between two paid spins only. */
export const stakeLocked = computed(
  () =>
    linkSignal.value !== 'up' || spinning.value || pendingSignal.value !== undefined || freeSpins.value > 0,
)

/** The machine server reports no state of its machine: the app knows no credit, and cannot load or spin. */
export const isStateless = computed(() => linkSignal.value !== 'opening' && !gameSignal.value)

/** May credit move back to the wallet? Does not depend on the video. An unknown credit may be one. */
export const canCashOut = computed(
  () =>
    linkSignal.value === 'up' &&
    !pendingSignal.value &&
    !spinning.value &&
    freeSpins.value === 0 &&
    usableCredit.value !== 0,
)

/** Matches announced button names in any spelling: betUp, bet-up and bet_up. */
export function hasButton(button: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return functions.value.buttons.some((name) => plain(name) === plain(button))
}

/** Nothing has been sent to the machine since a cash-out of this visit that left it empty. */
export const isCashedOut: ReadonlySignal<boolean> = cashedOutSignal

/** Resets everything that belongs to the previous machine. */
export function resetGame(): void {
  batch(() => {
    linkSignal.value = 'opening'
    machineSignal.value = undefined
    gameSignal.value = undefined
    unrecordedSignal.value = []
    capabilitiesSignal.value = undefined
    stakeSignal.value = undefined
    pendingSignal.value = undefined
    cashedOutSignal.value = false
    ownLimitLeftSignal.value = Number.POSITIVE_INFINITY
    resetVideo()
    exitSignal.value = undefined
    pushedEndSignal.value = undefined
    autoplayLeftSignal.value = undefined
  })
}

/** Applies a machine's state, unless a newer one is known. */
export function applyGame(next: GameState): void {
  const before = gameSignal.peek()
  if (before && next.seq < before.seq) return
  updates.invalidate()
  // The cabinet has confirmed a cash-out, and the server may end the seat only now.
  if (cashedOutSignal.peek() && before?.cabinet?.transfer && !next.cabinet?.transfer) expectEnd('cashout')
  setGame(next)
}

function setGame(next: GameState): void {
  const { spin } = next
  const before = gameSignal.peek()
  const played = freeSpinsPlayedSignal.peek()
  batch(() => {
    if (spin && !spin.free) freeSpinsPlayedSignal.value = 0
    else if (!spin || !before) freeSpinsPlayedSignal.value = undefined
    else if (spin.id !== before.spin?.id && played !== undefined) freeSpinsPlayedSignal.value = played + 1
    unrecordedSignal.value = [...unrecordedSignal.peek(), next].slice(-MAX_UNRECORDED)
    gameSignal.value = next
  })
}

/** Returns `unrecordedStates` and empties it. */
export function drainStates(): readonly GameState[] {
  const all = unrecordedSignal.peek()
  unrecordedSignal.value = []
  return all
}

/** Take it before an init request, and pass it to `applyInit` with the answer. */
export const gameMark = updates.mark

/** An answer to init that names its machine. */
type Joined = Extract<GameInitAck, { ok: true }> & { machine: SeatedMachine }

/**
 * Applies the answer to init. A restarted machine may count from a lower seq, so only states received since
 * `mark` was taken can be newer.
 */
export function applyInit({ machine, game, video, capabilities }: Joined, mark: Mark = updates.mark()): void {
  batch(() => {
    const offered = gameSignal.peek()
    const { stakes } = capabilities
    machineSignal.value = machine
    if (game && (!offered || !updates.isStale(mark) || offered.seq < game.seq)) setGame(game)
    capabilitiesSignal.value = capabilities
    setLinkUp()
    if (!stakes.includes(stakeSignal.peek() ?? 0))
      stakeSignal.value = game && stakes.includes(game.stake) ? game.stake : stakes[0]
    if (video) offerVideo(video)
  })
}

/** The machine server's channel is up, and no answer is awaited any more. */
export function setLinkUp(): void {
  batch(() => {
    pendingSignal.value = undefined
    linkSignal.value = 'up'
  })
}

/** Shows the message, or leaves the game if it carries an action. */
export function applyInfo(info: InfoPush): void {
  if (info.action !== 'none') endVisit({ kind: 'message', info })
  else if (!isEchoOfEnd(info)) enqueueMessage(info)
}

/** The operator removed the player: leaves the game with a message in the player's language. */
export function applyQuit(): void {
  endVisit({ kind: 'quit' })
}

/** The end of the login, or of the page alone: no cash-out causes it. */
const isOther = (reason: ExitReason) =>
  reason.kind === 'message' && (reason.info.action === 'logout' || reason.info.code === Code.takenOver)

/** The server ends the visit. Where the player's cash-out has caused that, the player leaves. */
export function endVisit(reason: ExitReason): void {
  if (isOther(reason)) requestExit(reason)
  else if (pendingSignal.peek() === 'cashout') pushedEndSignal.value ??= reason
  else requestExit(isEndExpected('cashout') ? { kind: 'left' } : reason)
}

/** The channel went down `at` ms since 1970. */
export function setLinkDown(at: number): void {
  if (linkSignal.peek() !== 'up') return
  batch(() => {
    downSinceSignal.value = at
    linkSignal.value = 'down'
  })
}

/** Adds or removes a reason to block stakes and loads. Cashing out stays possible. */
export function blockPlay(next: boolean, reason: PlayBlock = 'held'): void {
  const current = blocksSignal.peek()
  if (current.includes(reason) !== next)
    blocksSignal.value = next ? [...current, reason] : current.filter((one) => one !== reason)
}

/** Sets the cents of the credit that are neither played nor cashed out; Infinity: all of it. */
export function setWithheld(cents: number): void {
  withheldSignal.value = cents
}

/** Sets the highest stake of a paid spin, cents. */
export function setStakeCap(cents: number): void {
  stakeCapSignal.value = cents
}

/** Sets what the player's own limit leaves for a paid spin, cents; Infinity: it has refused none. */
export function setOwnLimitLeft(cents: number): void {
  ownLimitLeftSignal.value = cents
}

/** Sets the minimum ms from the start of one spin to the next. */
export function setSpinCycle(ms: number): void {
  spinCycleSignal.value = ms
}

/** Whether the last spin's cycle is still running. */
export function setCoolingDown(next: boolean): void {
  cooldownSignal.value = next
}

/** Sets the spins that autoplay has left; undefined stops it. */
export function setAutoplay(left: number | undefined): void {
  autoplayLeftSignal.value = left
}

/**
 * Restricts the offered stakes (cents) to those of a bet band; undefined offers all. A stake outside them
 * becomes the lowest one.
 */
export function restrictStakes(next: readonly number[] | undefined): void {
  const known = functions.peek().stakes.filter((one) => next?.includes(one))
  allowedStakesSignal.value = known.length > 0 ? known : undefined
  if (known.length > 0 && !known.includes(stakeSignal.peek() ?? 0)) stakeSignal.value = known[0]
}

export function setCashedOut(next: boolean): void {
  cashedOutSignal.value = next
}

export function setPending(next: Pending | undefined): void {
  pendingSignal.value = next
}

/** Requests leaving the page; the first reason is kept. */
export function requestExit(reason: ExitReason): void {
  exitSignal.value ??= reason
}

/** Moves the stake through the announced ones: one down, one up, or to the highest the credit allows. */
export function moveStake(to: 'down' | 'up' | 'max'): void {
  const { stakes } = capabilities.peek()
  if (stakeLocked.peek() || stakes.length === 0) return
  const known = stakes.indexOf(stakeSignal.peek() ?? 0)
  // A stake that is not offered any more lies above all others.
  const index = known < 0 ? stakes.length : known
  const affordable = stakes.filter((one) => one <= (usableCredit.peek() ?? 0)).length - 1
  const next =
    to === 'max' ? (affordable < 0 ? stakes.length - 1 : affordable) : index + (to === 'up' ? 1 : -1)
  stakeSignal.value = stakes[Math.min(Math.max(next, 0), stakes.length - 1)]
}
