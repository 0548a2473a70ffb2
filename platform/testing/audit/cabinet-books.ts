import { settleCredit, settleSuspense, settleTransfer } from '../../floor/cabinet/settle-by-hand.ts'
import { extendChain } from '../../ledger/chain.ts'
import type { FromController } from '../../machines/cabinet/controller-messages.ts'
import type { Db } from '../../store/db.ts'
import { cabinetPlan, connectTestCabinet, type Line } from '../floor/cabinet/line.ts'
import { createTestFloor, createTestPlayer } from '../floor/floor.ts'

/** For tests: books of cabinets with a row of every kind, and the ids of the rows that a test changes. */
export interface CabinetBooks {
  /** Ids of transfers by what became of them. The pending load is at machine 1, the pending cash-out at 2. */
  readonly transfers: Readonly<Record<TransferName, string>>
  /** The player at machine 1, with credit there. */
  readonly player: number
  /** The players at machines 2 and 6. */
  readonly cashingOut: number
  readonly sixth: number
  /** A player without a movement at a machine. */
  readonly other: number
  /** Id of the last movement of each kind. */
  readonly movements: Readonly<Record<string, number>>
}

type TransferName =
  | 'load'
  | 'second load'
  | 'refused load'
  | 'settled load'
  | 'pending load'
  | 'cash-out'
  | 'refused cash-out'
  | 'pending cash-out'

const METERS: Extract<FromController, { type: 'meters' }> = {
  ...{ type: 'meters', coinIn: 0, coinOut: 0, handPaid: 0, transferIn: 0, transferOut: 0, games: 0 },
}

/**
 * Writes the books into an empty database, with their chain. Machine 1 has game 1 and the hand pays `h1`,
 * paid by an attendant, and `h2`, on the machine; machine 2 has the hand pay `h3`, which waits. Machine 3 was
 * settled by hand. Machine 4 is closed, and has game 1 without a player; machine 5 is closed. Machine 6 was
 * closed by a difference.
 */
export async function writeCabinetBooks(db: Db): Promise<CabinetBooks> {
  const t = await createTestFloor(db, { plan: cabinetPlan(6) })
  const now = new Date(t.clock.now())
  const transfers: Partial<Record<TransferName, string>> = {}
  async function noteTransfer(name: TransferName): Promise<void> {
    const rows = await db.selectFrom('transfers').select('id').execute()
    transfers[name] = rows.find(({ id }) => !Object.values(transfers).includes(id))?.id ?? ''
  }
  async function seat(machine: string): Promise<readonly [line: Line, player: string]> {
    const line = await connectTestCabinet(t.floor, machine)
    const player = await createTestPlayer(db, 10_000)
    await t.floor.sit(player, machine)
    return [line, player]
  }
  async function transfer(name: TransferName, line: Line, command: Promise<unknown>): Promise<void> {
    await line.answered(command)
    await noteTransfer(name)
  }
  /** Begins a transfer that the cabinet does not answer. */
  async function leavePending(name: TransferName, line: Line, begin: () => Promise<unknown>): Promise<void> {
    line.setAnswering(false)
    const running = begin()
    await t.floor.idle()
    t.clock.advance(5000)
    await running
    await noteTransfer(name)
  }
  const load = (player: string, machine: string, amount: number) =>
    t.floor.load(player, machine, { requestId: `load-${amount}`, amount })

  const [first, player] = await seat('1')
  await transfer('load', first, load(player, '1', 3000))
  await first.report(...first.cabinet.play(700))
  first.cabinet.setBusy(true)
  await transfer('refused load', first, load(player, '1', 400))
  await transfer('refused cash-out', first, t.floor.cashOut(player, '1', 'refused'))
  first.cabinet.setBusy(false)
  await transfer('cash-out', first, t.floor.cashOut(player, '1', 'paid'))
  await first.report({ type: 'handpay', id: 'h1', cents: 5000 })
  await first.report({ type: 'handpay-done', id: 'h1', to: 'attendant' })
  await first.report({ type: 'handpay', id: 'h2', cents: 600 })
  first.cabinet.insert(600)
  await first.report({ type: 'handpay-done', id: 'h2', to: 'machine' })
  await leavePending('pending load', first, () => load(player, '1', 1000))

  const [second, cashingOut] = await seat('2')
  await transfer('second load', second, load(cashingOut, '2', 800))
  await second.report({ type: 'handpay', id: 'h3', cents: 900 })
  await leavePending('pending cash-out', second, () => t.floor.cashOut(cashingOut, '2', 'pending'))

  const [third, settled] = await seat('3')
  await leavePending('settled load', third, () => load(settled, '3', 500))
  await settleTransfer(db, { id: transfers['settled load'] ?? '', outcome: 'done', now })
  await settleCredit(db, { machine: 3, playerId: settled, cents: 450, now })
  const { username } = await db
    .selectFrom('players')
    .select('username')
    .where('id', '=', Number(player))
    .executeTakeFirstOrThrow()
  await settleSuspense(db, { machine: 1, cents: 100, player: username, reference: 'receipt', now })
  await settleSuspense(db, { machine: 1, cents: 50, player: undefined, reference: 'rest', now })

  const fourth = await connectTestCabinet(t.floor, '4')
  fourth.cabinet.insert(300)
  await fourth.report(fourth.cabinet.state())
  const games = fourth.cabinet.play(0)
  await fourth.report(...games)
  await fourth.report(...games.map((game) => ({ ...game, win: 100, credit: 300 })))
  const fifth = await connectTestCabinet(t.floor, '5')
  await fifth.report(METERS, { ...METERS, coinIn: 100 })

  const [sixth, atSixth] = await seat('6')
  sixth.cabinet.insert(300)
  await sixth.report(sixth.cabinet.state())

  await t.floor.stop()
  await extendChain(db)
  const kinds = await db.selectFrom('movements').select(['id', 'kind']).orderBy('id').execute()
  return {
    transfers: transfers as CabinetBooks['transfers'],
    player: Number(player),
    cashingOut: Number(cashingOut),
    sixth: Number(atSixth),
    other: Number(await createTestPlayer(db, 0)),
    movements: Object.fromEntries(kinds.map(({ id, kind }) => [kind, id])),
  }
}
