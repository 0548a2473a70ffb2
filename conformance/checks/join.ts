import { TimeAck } from '../../src/contract/clock.ts'
import { Code } from '../../src/contract/codes.ts'
import { GameInitAck } from '../../src/contract/live.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Kit, need, openSocket, readWallet, type Session } from '../client/kit.ts'
import { expectMoney, INIT, NO_STATE, newPage, type Seat, sendInit, violationsOf } from '../client/seat.ts'
import { expectAck, expectThat, shape, usableAck } from '../client/shapes.ts'
import type { LiveSocket } from '../client/sockets.ts'
import { Absent, Unchecked, Violation } from '../report/findings.ts'
import type { FloorView } from './floor.ts'
import { checkJoinRefusals } from './join-refusals.ts'
import { cancel } from './return-credit.ts'

/** Attempts to join: another player may take a free machine meanwhile. */
const MAX_ATTEMPTS = 8
export const JOINS = 'init joins a free machine'
const TIME = shape('clock', 'TimeAck', TimeAck)
/** The year 2001; in seconds a time of today is less. */
const MIN_TIME_MS = 1e12

/** Provokes the refusals of a game socket, then joins a free machine. */
export async function checkJoin(
  kit: Kit,
  session: Session,
  floor: FloorView,
  notices: LiveSocket,
): Promise<Seat | undefined> {
  const { recorder } = kit
  recorder.begin('Join')
  await checkJoinRefusals(kit, session, floor)
  const since = notices.mark
  let seat: Seat | undefined
  const joined = await recorder.check(JOINS, async () => {
    const { balance } = await readWallet({ kit, session })
    const { exchange, ...request } = await join(kit, session, floor)
    seat = seatOf(exchange, { kit, session, ...request }, balance)
    const ack = expectAck(exchange, INIT)
    const { id = request.machineId } = ack.machine ?? {}
    expectThat(id === request.machineId, exchange, `machine ${request.machineId}`, INIT.where)
    noteAbsent(recorder, 'optional fields of init', GameInitAck.options[0], exchange.body)
    return { ack, balance, exchange }
  })
  if (!seat) return undefined
  const { machineId, socket } = seat
  await recorder.check('init answers with the wallet, and moves nothing', async () => {
    const { ack, balance, exchange } = need(joined, JOINS)
    const after = await readWallet({ kit, session })
    const said = ack.balance ?? after.balance
    expectMoney(said === after.balance, exchange, `"balance": ${after.balance}`, INIT.where)
    if (!ack.game) throw new Absent(NO_STATE)
    expectMoney(
      after.balance === balance,
      after.exchange,
      `"balance": ${balance}, as before init`,
      INIT.where,
    )
  })
  await recorder.check('the announced stakes ascend', async () => {
    const { ack, exchange } = need(joined, JOINS)
    const { stakes } = ack.capabilities
    const isAscending = stakes.every((stake, at) => at === 0 || stake > (stakes[at - 1] ?? 0))
    expectThat(isAscending, exchange, '"stakes" in cents, ascending', 'src/contract/live.ts, Capabilities')
  })
  await recorder.check("time answers with the server's clock", () => checkTime(kit, socket))
  await recorder.check('a "session" push says that the player has the machine', () =>
    notices.push('session', {
      since,
      matches: ({ status, id }) => status && id === machineId,
      expected: `a "session" push with status true and id ${machineId}`,
      where: 'src/contract/live.ts, SessionPush',
    }),
  )
  await recorder.check('a "machine" push says that the machine is in use', () =>
    notices.push('machine', {
      since,
      matches: (changes) => changes.some(({ id, status }) => id === machineId && status !== 'available'),
      expected: `a "machine" push of ${machineId} with another status than available`,
      where: 'src/contract/live.ts, MachinePush',
    }),
  )
  return seat
}

/** `time` is optional: a server without it may leave it unanswered. */
async function checkTime({ waits }: Kit, socket: LiveSocket): Promise<void> {
  const without = 'The age of the picture is not measured.'
  const exchange = await socket.request('time', {}, waits.optional).catch((error: unknown) => {
    throw error instanceof Violation ? new Absent(without) : error
  })
  const { ok, now } = Object(exchange.body) as { ok?: unknown; now?: unknown }
  if (ok !== true && now === undefined) throw new Absent(without)
  const ack = expectAck(exchange, TIME)
  expectThat(ack.now > MIN_TIME_MS, exchange, '"now" in ms since 1970', TIME.where)
}

interface Joining {
  readonly machineId: string
  readonly page: string
  readonly socket: LiveSocket
}

/** Sends `init` to a free machine. The last answer counts, also a refusal. */
async function join(kit: Kit, session: Session, floor: FloorView): Promise<Joining & { exchange: Exchange }> {
  const { token } = session
  const free = floor.machines.filter(({ id, status }) =>
    kit.machineId === undefined ? status === 'available' : id === kit.machineId,
  )
  for (const [attempt, { id: machineId }] of free.entries()) {
    const socket = await openSocket(kit, 'machine', token)
    const page = newPage()
    const exchange = await sendInit(socket, { machineID: machineId, token, page })
    const { code } = Object(exchange.body) as { code?: unknown }
    const isTaken = code === Code.machineTaken || code === Code.machineOutOfOrder
    if (!isTaken || attempt + 1 >= Math.min(free.length, MAX_ATTEMPTS)) {
      if (joinedOf(exchange) === undefined) {
        // The platform may have given the machine away all the same.
        socket.close()
        await cancel(kit, session, machineId)
      }
      return { machineId, page, socket, exchange }
    }
    socket.close()
  }
  throw new Unchecked('No machine is available.')
}

/**
 * The acknowledgement of a join. The app plays on without a state that it cannot read; the kit does not,
 * because each later check would name that state again.
 */
function joinedOf(exchange: Exchange) {
  const joined = usableAck(exchange, INIT)
  const { game } = Object(exchange.body) as { game?: unknown }
  return game && !joined?.game ? undefined : joined
}

/**
 * The seat that an acknowledgement gives; undefined if the app could not use it. `balance`: before the join.
 */
function seatOf(
  exchange: Exchange,
  joining: Joining & Pick<Seat, 'kit' | 'session'>,
  balance: number,
): Seat | undefined {
  const joined = joinedOf(exchange)
  if (!joined) return undefined
  joining.kit.allowance.begin(balance)
  const game = joined.game ?? undefined
  const money = {
    startBalance: balance,
    startCredit: game?.credit ?? 0,
    moved: [],
    spins: [],
    staked: 0,
    won: 0,
    isUncertain: false,
  }
  return { ...joining, joined, game, ...money, violations: violationsOf(joining) }
}
