import { jackpotShareOf } from '../games/game.ts'
import { amountOf, type ChainedMovement, type Line } from '../ledger/chained-rows.ts'
import { HOUSE, HOUSE_OF_IMPORTS, type MovementKind } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './audit-chain-links.ts'

/*
 * The part of the audit that knows between which accounts each kind of movement may move money, and in which
 * direction.
 */

/** A kind of account: the part of its id before the colon. */
type Role = 'house' | 'wallet' | 'machine' | 'jackpot' | 'transit' | 'suspense'
/** 1: the account is credited, -1: debited, 0: either. Those that are not named are not touched. */
type Signs = Readonly<Partial<Record<Role, 1 | 0 | -1>>>

const RULES: Readonly<Record<MovementKind, Signs>> = {
  deposit: { house: -1, wallet: 1 },
  withdraw: { wallet: -1, house: 1 },
  discount: { house: -1, wallet: 1 },
  bonus: { house: -1, wallet: 1 },
  'cash-in': { wallet: -1, machine: 1, transit: 1 },
  'cash-out': { machine: -1, transit: -1, wallet: 1, house: -1, suspense: 1 },
  stake: { machine: -1, house: 1, jackpot: 1 },
  'free-spin': {},
  win: { house: -1, jackpot: -1, machine: 1 },
  'jackpot-seed': { house: -1, jackpot: 1 },
  'jackpot-feed': { house: -1, jackpot: 1 },
  'cash-in-back': { transit: -1, wallet: 1 },
  'transit-in': { machine: -1, transit: 1 },
  'transit-out': { transit: -1, machine: 1 },
  game: { machine: 0, transit: 0, suspense: 0, house: 0 },
  drift: { machine: -1, transit: -1, suspense: 0, house: 0 },
  'hand-pay-due': {},
  'hand-pay': { house: -1, machine: 1, transit: 1, suspense: 1 },
  settle: { suspense: -1, machine: -1, wallet: 1, house: 1 },
}
/** Those that feed a jackpot, or pay nothing out of an empty one, may have no entries. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'free-spin',
  'win',
  'jackpot-seed',
  'game',
  'hand-pay-due',
])
/** Of machines that the platform draws, and of those behind controllers; both have loads and cash-outs. */
const DRAWN_KINDS: ReadonlySet<string> = new Set(['stake', 'free-spin', 'win'])
const CABINET_KINDS: ReadonlySet<string> = new Set([
  'cash-in-back',
  'transit-in',
  'transit-out',
  'game',
  'drift',
  'hand-pay-due',
  'hand-pay',
  'settle',
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

  /** Whether an account may be part of a movement of this player and machine. */
  function isOwner(movement: ChainedMovement, account: string): boolean {
    const { kind, player, machine, requestId } = movement
    const [role, owner] = splitAccount(account)
    if (account === HOUSE_OF_IMPORTS) return requestId.startsWith('operator:import:')
    if (role === 'wallet') return owner === String(player)
    if (role === 'machine' || role === 'transit' || role === 'suspense') return owner === String(machine)
    // Until migration 14 the house had one account.
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

  function checkStake({ id, lines }: ChainedMovement): void {
    const amountOfRole = (prefix: string) => lines.find(([account]) => account.startsWith(prefix))?.[1] ?? 0
    const share = jackpotShareOf(-amountOfRole('machine:'))
    if (amountOfRole('jackpot:') !== share)
      report(
        `movement ${id} feeds the jackpot with ${amountOfRole('jackpot:')}, the share of its stake is ${share}`,
      )
  }

  function checkLines(movement: ChainedMovement, signs: Signs): void {
    const { id, kind, lines, requestId } = movement
    for (const [account, amount] of lines) {
      const [role] = splitAccount(account)
      const sign = signs[role as Role]
      if (sign === undefined || sign * amount < 0)
        report(`movement ${id} moves ${amount} to ${account}, which a ${kind} does not`)
      else if (!isOwner(movement, account))
        report(`movement ${id} moves ${amount} to ${account}, which is not of its player, machine or brand`)
    }
    // The end of a cash-out whose credit was played meanwhile moves nothing.
    if (lines.length === 0 && !MAY_BE_EMPTY.has(kind) && !requestId.startsWith('transfer:'))
      report(`movement ${id} moves nothing, which a ${kind} does not`)
  }

  const touches = (lines: readonly Line[], ...prefixes: string[]) =>
    lines.some(([account]) => prefixes.some((prefix) => account.startsWith(prefix)))
  const emptiesMachine = (lines: readonly Line[]) =>
    lines.every(([account, , after]) => !account.startsWith('machine:') || after === 0)

  return {
    check(movement: ChainedMovement): void {
      const { id, kind, lines, machine, requestId } = movement
      const signs: Signs | undefined = Object.hasOwn(RULES, kind) ? RULES[kind as MovementKind] : undefined
      if (!signs) {
        report(`movement ${id} is of the unknown kind ${kind}`)
        return
      }
      checkLines(movement, signs)
      const otherKinds = cabinets.has(machine ?? 0) ? DRAWN_KINDS : CABINET_KINDS
      if (otherKinds.has(kind)) report(`movement ${id} is a ${kind}, which machine ${machine} does not have`)
      if (kind === 'stake') checkStake(movement)
      if (kind === 'stake' || kind === 'win') checkBrand(movement)
      if (kind === 'cash-out' && touches(lines, 'wallet:') && !touches(lines, 'machine:', 'transit:'))
        report(`movement ${id} takes no credit off a machine, which a cash-out does`)
      if (kind === 'cash-out' && !emptiesMachine(lines)) report(`movement ${id} leaves credit on its machine`)
      const pool = lines.find(([account]) => account.startsWith('jackpot:'))?.[0]
      if (kind === 'jackpot-seed' && pool && requestId !== `jackpot-seed:${pool.slice('jackpot:'.length)}`)
        report(`movement ${id} is not the seed of ${pool}`)
      if (kind === 'jackpot-feed') fed -= amountOf(lines, HOUSE)
    },
    /** Cents by which simulated players have fed the jackpots. */
    fed: () => fed,
  }
}
