import { randomInt, randomUUID } from 'node:crypto'
import { openStored } from './stored.mjs'

/*
 * A virtual cabinet: three reels with the digits 0 to 9, a credit meter, buttons, and what an attendant does by the
 * commands in COMMANDS. Amounts are in cents. It stores each change before it shows it, so that it can be killed at
 * any moment. An integrator replaces this file by one that speaks to a real cabinet; README.md names what it exports.
 */

const STAKES = [100, 200, 500, 1000]
/** The stake times this: for three equal digits, by digit, and for two on the left. The return is 93 %. */
const PAYS = { three: [250, 20, 20, 20, 20, 20, 20, 50, 50, 100], two: 4 }
const MAX_CREDIT_CENTS = 100_000_000
/** A higher win cannot be doubled. */
const MAX_GAMBLE_CENTS = 50_000
/** Transfers and reports that it remembers. */
const MAX_TRANSFERS = 50
const MAX_REPORTS = 200

const newState = () => ({
  ...{ credit: 0, stake: STAKES[0], win: 0, games: 0, reels: [7, 7, 7], seed: randomInt(1, 2 ** 31) },
  /** The game that runs: its reels and win are known from its start. A double-up turns no reels. */
  game: null,
  /** Waits for an attendant: {id, cents}. */
  handPay: null,
  ...{ fault: null, isLocked: false, transfers: [], reports: [], serial: 0 },
  meters: { coinIn: 0, coinOut: 0, handPaid: 0, transferIn: 0, transferOut: 0 },
})

/** The next number of the generator (xorshift32). */
function next(seed) {
  let bits = seed ^ (seed << 13)
  bits ^= bits >>> 17
  bits ^= bits << 5
  return bits >>> 0
}

function winOf(reels, stake) {
  const [a, b, c] = reels
  if (a !== b) return 0
  return stake * (b === c ? PAYS.three[a] : PAYS.two)
}

/** A whole number above 0; undefined for anything else. */
function parseWhole(text) {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** `gameMs`: how long the reels turn. */
export function openCabinet({ file, gameMs, onChange }) {
  const stored = openStored(file, newState())
  const { value: state } = stored
  /** Whether a remote player sits: nobody can press a button at the cabinet itself. */
  let isRemote = false

  function save() {
    stored.save()
    onChange()
  }
  const phase = () => {
    if (state.game) return 'playing'
    if (state.handPay) return 'handpay'
    return state.fault || state.isLocked ? 'locked' : 'idle'
  }

  function addReport(message) {
    state.serial += 1
    state.reports = [...state.reports, { serial: state.serial, message }].slice(-MAX_REPORTS)
  }

  /** `most`: the highest stake that was checked. */
  function startGame(most) {
    const { stake } = state
    if (stake > Math.min(state.credit, most)) return false
    const reels = [0, 0, 0].map(() => draw(10))
    return begin({ stake, reels, win: winOf(reels, stake) })
  }

  /** Stakes the last win: in one of two cases it is doubled, and in the other it is lost. */
  function startDoubleUp(most) {
    const { win: stake } = state
    if (stake === 0 || stake > Math.min(state.credit, most, MAX_GAMBLE_CENTS)) return false
    return begin({ stake, reels: null, win: 2 * stake * draw(2) })
  }

  /** A number from 0 to below `count`. */
  function draw(count) {
    state.seed = next(state.seed)
    return state.seed % count
  }

  function begin(game) {
    state.credit -= game.stake
    state.win = 0
    state.game = game
    setTimeout(endGame, gameMs)
    return true
  }

  function endGame() {
    const { stake, reels, win } = state.game
    state.game = null
    state.games += 1
    state.credit += win
    Object.assign(state, { reels: reels ?? state.reels, win })
    state.meters.coinIn += stake
    state.meters.coinOut += win
    const at = new Date().toISOString()
    addReport({ type: 'game', number: state.games, stake, win, credit: state.credit, at })
    save()
  }

  const PRESSES = {
    start: startGame,
    'stake-up': () => setStake(STAKES.indexOf(state.stake) + 1),
    'stake-down': () => setStake(STAKES.indexOf(state.stake) - 1),
    max: () => setStake(STAKES.length - 1),
    double: startDoubleUp,
  }
  function setStake(at) {
    if (!STAKES[at]) return false
    state.stake = STAKES[at]
    return true
  }

  /** Presses a button that may stake so much, in cents. Returns whether the cabinet took it. */
  function press(button, most = Number.POSITIVE_INFINITY) {
    const isPressed = phase() === 'idle' && Object.hasOwn(PRESSES, button) && PRESSES[button](most)
    if (isPressed) save()
    return isPressed
  }

  function executeTransfer({ id, direction, cents }) {
    const refused = (code) => ({ type: 'refused', id, code })
    if (phase() !== 'idle') return refused(phase())
    if (direction === 'load' && state.credit + cents > MAX_CREDIT_CENTS) return refused('credit-limit')
    const moved = direction === 'load' ? cents : state.credit
    state.credit += direction === 'load' ? moved : -moved
    if (direction === 'cash-out') state.win = 0
    state.meters[direction === 'load' ? 'transferIn' : 'transferOut'] += moved
    return { type: 'done', id, cents: moved, credit: state.credit, games: state.games }
  }

  const handPaysDone = {
    machine: (cents) => {
      state.credit += cents
    },
    attendant: () => {},
  }
  /** What a hand does at the cabinet. Each returns whether it was possible. */
  const COMMANDS = {
    press: (button) => !isRemote && press(button),
    bill: (amount) => {
      const cents = parseWhole(amount)
      if (!cents || phase() !== 'idle') return false
      state.credit += cents
      return true
    },
    handpay: (amount) => {
      const cents = parseWhole(amount)
      if (!cents || phase() !== 'idle') return false
      // Another one than before, also where the memory was cleared: the platform takes a known id for a repeat.
      state.handPay = { id: `hand-pay-${randomUUID()}`, cents }
      addReport({ type: 'handpay', ...state.handPay })
      return true
    },
    'handpay-done': (to) => {
      if (!state.handPay || !Object.hasOwn(handPaysDone, to)) return false
      const { id, cents } = state.handPay
      state.handPay = null
      state.meters.handPaid += cents
      handPaysDone[to](cents)
      addReport({ type: 'handpay-done', id, to })
      return true
    },
    door: () => set({ fault: { code: 'door', text: 'The door is open' } }),
    ok: () => set({ fault: null }),
    lock: () => set({ isLocked: true }),
    unlock: () => set({ isLocked: false }),
    seed: (text) => {
      const seed = parseWhole(text)
      return seed !== undefined && set({ seed })
    },
  }
  function set(change) {
    Object.assign(state, change)
    return true
  }

  // The cabinet was off while the reels turned.
  if (state.game) endGame()

  return {
    firmware: 'virtual cabinet 1.0.0',
    stakes: STAKES,
    buttons: [
      { id: 'start', label: 'Start', kind: 'spin' },
      { id: 'stake-down', label: 'Stake −', kind: 'stake-down' },
      { id: 'stake-up', label: 'Stake +', kind: 'stake-up' },
      { id: 'max', label: 'Max', kind: 'max' },
      { id: 'double', label: 'Double', kind: 'gamble' },
    ],
    read: () => ({
      phase: phase(),
      ...{ credit: state.credit, stake: state.stake, win: state.win, games: state.games, fault: state.fault },
    }),
    reportsAfter: (serial) => state.reports.filter((report) => report.serial > serial),
    meters: async () => ({ ...state.meters, games: state.games }),
    setRemote(remote) {
      isRemote = remote
    },
    press: async (button, most) => press(button, most),
    async transfer(command) {
      const known = state.transfers.find(({ id }) => id === command.id)
      if (known) return known
      const outcome = executeTransfer(command)
      state.transfers = [...state.transfers, outcome].slice(-MAX_TRANSFERS)
      save()
      return outcome
    },
    findTransfer: async (wanted) => state.transfers.find(({ id }) => id === wanted),
    /** Runs a line such as `bill 500`. Returns whether it was possible. */
    run(line) {
      const [name = '', ...words] = line.trim().split(/\s+/)
      const isDone = Object.hasOwn(COMMANDS, name) && COMMANDS[name](...words)
      if (isDone) save()
      return isDone
    },
    /** What the reels and meters show. */
    picture: () => ({
      ...{ credit: state.credit, win: state.win, stake: state.stake, reels: state.reels },
      isTurning: Boolean(state.game?.reels),
    }),
  }
}
