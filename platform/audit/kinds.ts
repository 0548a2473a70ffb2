import { readFacts } from '../floor/cabinet/report-facts.ts'
import { jackpotShareOf } from '../games/game.ts'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { HOUSE, HOUSE_OF_IMPORTS, type MovementKind, walletOf } from '../ledger/ledger.ts'
import { isOperatorMovement, SETTLEMENT_IDS } from '../players/operator-log.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/*
 * The part of the audit that knows what each kind of movement may move: between which accounts, in which
 * direction, and which amounts are equal.
 */

/** A kind of account: the part of its id before the colon. */
type Role = 'house' | 'wallet' | 'machine' | 'jackpot' | 'transit' | 'suspense'

/**
 * The accounts that a movement may touch, each at most once. Positive: credited, negative: debited, 0:
 * either; the amounts of those with the same number, apart from its sign, sum to zero.
 */
interface Rule extends Readonly<Partial<Record<Role, -2 | -1 | 0 | 1 | 2>>> {
  /** The account that has nothing left after it. */
  readonly empties?: Role
  /** Only of machines that the platform draws, or only of those behind controllers. */
  readonly at?: 'drawn' | 'cabinet'
  /** Only of such movements. */
  readonly when?: (movement: ChainedMovement) => boolean
}

/** An operator has ended a visit by hand. */
const isOfVisit = ({ requestId }: ChainedMovement) => requestId.startsWith(SETTLEMENT_IDS.credit(''))

/** A movement follows one of its kind's rules. cabinets.ts computes games and drifts anew. */
const RULES: Readonly<Record<MovementKind, readonly Rule[]>> = {
  deposit: [{ house: -1, wallet: 1 }],
  withdraw: [{ wallet: -1, house: 1 }],
  discount: [{ house: -1, wallet: 1 }],
  bonus: [{ house: -1, wallet: 1 }],
  'cash-in': [
    { wallet: -1, machine: 1, at: 'drawn' },
    { wallet: -1, transit: 1, at: 'cabinet' },
  ],
  'cash-out': [
    { machine: -1, wallet: 1, at: 'drawn', empties: 'machine' },
    // What the cabinet gave beyond the player's credit comes from the house.
    {
      ...{ transit: -1, wallet: 1, house: -2, suspense: 2, at: 'cabinet' },
      when: (movement) => !isOperatorMovement(movement) && readFacts('cash-out', movement) !== undefined,
    },
    {
      ...{ transit: -1, wallet: 1, suspense: 1, empties: 'transit', at: 'cabinet' },
      when: (movement) => isOperatorMovement(movement) && !isOfVisit(movement),
    },
    { machine: -1, wallet: 1, suspense: 1, empties: 'machine', at: 'cabinet', when: isOfVisit },
  ],
  stake: [{ machine: -1, house: 1, jackpot: 1, at: 'drawn' }],
  'free-spin': [{ at: 'drawn' }],
  win: [{ house: -1, jackpot: -1, machine: 1, at: 'drawn' }],
  'jackpot-seed': [{ house: -1, jackpot: 1 }],
  'jackpot-feed': [{ house: -1, jackpot: 1 }],
  'cash-in-back': [{ transit: -1, wallet: 1, empties: 'transit', at: 'cabinet' }],
  'transit-in': [{ machine: -1, transit: 1, empties: 'machine', at: 'cabinet' }],
  'transit-out': [{ transit: -1, machine: 1, empties: 'transit', at: 'cabinet' }],
  game: [{ machine: 0, transit: 0, suspense: 0, house: 0, at: 'cabinet' }],
  drift: [{ machine: 0, transit: 0, suspense: 0, house: 0, at: 'cabinet' }],
  'hand-pay-due': [{ at: 'cabinet' }],
  'hand-pay': [
    { house: -1, suspense: 1, at: 'cabinet' },
    { house: -1, machine: 1, at: 'cabinet', when: (hand) => readFacts('hand-pay', hand)?.to === 'machine' },
  ],
  settle: [
    { suspense: -1, wallet: 1, at: 'cabinet' },
    { suspense: -1, house: 1, at: 'cabinet', when: ({ player }) => player === null },
  ],
}
/** Those that feed a jackpot, or pay nothing out of an empty one, may have no entries. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'free-spin',
  'win',
  'jackpot-seed',
  'game',
  'hand-pay-due',
])

function splitAccount(account: string): [role: string, owner: string] {
  const colon = account.indexOf(':')
  return colon < 0 ? [account, ''] : [account.slice(0, colon), account.slice(colon + 1)]
}

/** `cabinets`: the machines with a controller. */
export async function createKindCheck(trx: Trx, report: Report, cabinets: ReadonlySet<number>) {
  const machines = await trx.selectFrom('machines').select(['id', 'brand_id']).execute()
  const brandOf = new Map(machines.map(({ id, brand_id }) => [id, String(brand_id)]))
  const brands = new Set((await trx.selectFrom('brands').select('id').execute()).map(({ id }) => String(id)))
  const wrongBrands = new Set<number>()
  let fed = 0
  /** By account: a million movements are between few. */
  const parts = new Map<string, readonly [role: string, owner: string]>()

  function partsOf(account: string) {
    const known = parts.get(account)
    if (known) return known
    const split = splitAccount(account)
    parts.set(account, split)
    return split
  }

  /** Whether an account may be part of a movement of this player and machine. */
  function isOwner(movement: ChainedMovement, account: string): boolean {
    const { kind, player, machine, requestId } = movement
    const [role, owner] = partsOf(account)
    if (account === HOUSE_OF_IMPORTS) return requestId.startsWith('operator:import:')
    if (role === 'wallet') return owner === String(player)
    if (role === 'machine' || role === 'transit' || role === 'suspense') return owner === String(machine)
    // In 2.3.4 the house had one account.
    if (role === 'house') return owner === '' || owner === String(machine)
    return brands.has(owner) && (kind === 'stake' || kind === 'win' ? true : machine === null)
  }

  /** The jackpot of a spin is that of its machine's brand. */
  function checkBrand({ machine, lines }: ChainedMovement): void {
    const pool = lines.find(([account]) => account.startsWith('jackpot:'))
    if (!pool || machine === null || wrongBrands.has(machine)) return
    const brand = brandOf.get(machine)
    if (brand === undefined || pool[0] === `jackpot:${brand}`) return
    wrongBrands.add(machine)
    report(`machine ${machine} is of brand ${brand}, its spins feed and win ${pool[0]}`)
  }

  function checkSeed({ id, lines, requestId }: ChainedMovement): void {
    const pool = lines.find(([account]) => account.startsWith('jackpot:'))?.[0]
    if (pool && requestId !== `jackpot-seed:${pool.slice('jackpot:'.length)}`)
      report(`movement ${id} is not the seed of ${pool}`)
  }

  function checkStake({ id, lines }: ChainedMovement): void {
    const amountOfRole = (prefix: string) => lines.find(([account]) => account.startsWith(prefix))?.[1] ?? 0
    const share = jackpotShareOf(-amountOfRole('machine:'))
    if (amountOfRole('jackpot:') !== share)
      report(
        `movement ${id} feeds the jackpot with ${amountOfRole('jackpot:')}, the share of its stake is ${share}`,
      )
  }

  function checkOwners(movement: ChainedMovement): void {
    const { id, kind, lines, requestId } = movement
    for (const [account, amount] of lines) {
      if (!isOwner(movement, account))
        report(`movement ${id} moves ${amount} to ${account}, which is not of its player, machine or brand`)
    }
    // The end of a cash-out whose credit was played meanwhile moves nothing.
    if (lines.length === 0 && !MAY_BE_EMPTY.has(kind) && !requestId.startsWith('transfer:'))
      report(`movement ${id} moves nothing, which a ${kind} does not`)
  }

  /**
   * Whether a movement's entries, which are in the order of their accounts and sum to zero, follow a rule.
   */
  function follows(rule: Rule, { kind, lines }: ChainedMovement): boolean {
    let last: string | undefined
    let second = 0
    for (const [account, amount, after] of lines) {
      const [role] = partsOf(account)
      const number = rule[role as Role]
      if (number === undefined || number * amount < 0) return false
      // Simulated players feed all jackpots at once.
      if (role === last && kind !== 'jackpot-feed') return false
      if (rule.empties === role && after !== 0) return false
      if (Math.abs(number) === 2) second += amount
      last = role
    }
    return second === 0
  }

  function checkRules(movement: ChainedMovement, rules: readonly Rule[]): void {
    const { id, kind, machine, lines, fingerprint } = movement
    const place = cabinets.has(machine ?? 0) ? 'cabinet' : 'drawn'
    let isPossible = false
    for (const rule of rules) {
      const { at = place, when } = rule
      if (at !== place || when?.(movement) === false) continue
      isPossible = true
      if (follows(rule, movement)) return
    }
    report(
      isPossible
        ? `movement ${id} moves ${lines.map(([account, amount]) => `${amount} to ${account}`).join(', ')}, which a ${kind} does not`
        : `movement ${id} is a ${kind}, which machine ${machine} does not have: ${fingerprint}`,
    )
  }

  return {
    check(movement: ChainedMovement): void {
      const { id, kind, fingerprint, lines, machine, player } = movement
      if (!Object.hasOwn(RULES, kind)) {
        report(`movement ${id} is of the unknown kind ${kind}`)
        return
      }
      checkOwners(movement)
      checkRules(movement, RULES[kind as MovementKind])
      if (kind === 'stake') checkStake(movement)
      if (kind === 'stake' || kind === 'win') checkBrand(movement)
      if (kind === 'cash-in' && fingerprint !== `load ${machine} ${-amountOf(lines, walletOf(player ?? ''))}`)
        report(`movement ${id} moves another amount than its request: ${fingerprint}`)
      if (kind === 'jackpot-seed') checkSeed(movement)
      if (kind === 'jackpot-feed') fed -= amountOf(lines, HOUSE)
    },
    /** Cents by which simulated players have fed the jackpots. */
    fed: () => fed,
  }
}
