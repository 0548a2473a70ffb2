import { Code } from '../../../src/contract/codes.ts'
import { GameInitAck } from '../../../src/contract/live.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import { type Kit, need, openSocket, readWallet, type Session } from '../client/kit.ts'
import { INIT, newPage, type Seat, sendInit } from '../client/seat.ts'
import { expectAck, expectRefusedAck, expectThat } from '../client/shapes.ts'
import { Unchecked } from '../report/findings.ts'
import { type FloorView, readMachines } from './floor.ts'
import { expectRefusedHandshake } from './login.ts'
import type { Notifications } from './notifications.ts'
import { cancel } from './return-credit.ts'

const UNKNOWN_ID = 'conformance-unknown'
/** Attempts to join: another player may take a free machine meanwhile. */
const MAX_ATTEMPTS = 8

/** Provokes the refusals of a game socket, then joins a free machine. */
export async function checkJoin(
  kit: Kit,
  session: Session,
  floor: FloorView,
  notifications: Notifications | undefined,
): Promise<Seat | undefined> {
  const { recorder } = kit
  recorder.begin('Join')
  await checkRefusals(kit, session, floor)
  const since = notifications?.socket.mark ?? 0
  const seat = await recorder.check('init joins a free machine', () => join(kit, session, floor))
  if (!seat) return undefined
  const { machineId } = seat
  const { socket } = notifications ?? {}
  const closed = 'The notification socket could not be opened.'
  await recorder.check('a "session" push says that the player has the machine', () =>
    need(socket, closed).push('session', {
      since,
      matches: ({ status, id }) => status && id === machineId,
      expected: `a "session" push with status true and id ${machineId}`,
      where: 'src/contract/live.ts, SessionPush',
    }),
  )
  await recorder.check('a "machine" push says that the machine is in use', () =>
    need(socket, closed).push('machine', {
      since,
      matches: (changes) => changes.some(({ id, status }) => id === machineId && status !== 'available'),
      expected: `a "machine" push of ${machineId} with another status than available`,
      where: 'src/contract/live.ts, MachinePush',
    }),
  )
  return seat
}

async function checkRefusals(kit: Kit, session: Session, floor: FloorView): Promise<void> {
  const { recorder } = kit
  const { token } = session
  const page = newPage()
  /** On a separate socket, because the platform may close it. */
  const init = async (payload: unknown) => {
    const socket = await openSocket(kit, 'machine', token)
    try {
      return await socket.request('init', payload)
    } finally {
      socket.close()
    }
  }
  const refused = async (payload: unknown, codes: readonly number[]) =>
    expectRefusedAck(await init(payload), codes)
  await recorder.check('a handshake without a token is refused', () => expectRefusedHandshake(kit, 'machine'))
  await recorder.check('a handshake with a bad token is refused', () =>
    expectRefusedHandshake(kit, 'machine', 'not-a-token'),
  )
  await recorder.check('an unknown machine is refused', () =>
    refused({ machineID: UNKNOWN_ID, token, page }, [Code.machineNotFound, Code.notFound]),
  )
  const [machine] = floor.machines
  await recorder.check('init with a bad token is refused', () => {
    const { id } = need(machine, 'There is no machine.')
    return refused({ machineID: id, token: 'not-a-token', page }, [Code.badSignature, Code.tokenExpired])
  })
  await recorder.check('a malformed init is refused', async () => {
    const { id } = need(machine, 'There is no machine.')
    for (const payload of [{ machineID: {}, token }, { machineID: id, token: 7 }, 'text'])
      await refused(payload, [Code.invalidRequest, Code.badSignature])
  })
  let busy = findBusy(floor.machines, [])
  if (!busy) return
  await recorder.check('a machine that somebody else plays is refused', async () => {
    const tried: string[] = []
    while (busy) {
      const { id } = busy
      tried.push(id)
      const exchange = await init({ machineID: id, token, page })
      const { ok } = exchange.body as { ok?: unknown }
      if (ok !== true || tried.length === MAX_BUSY) return expectRefusedAck(exchange, [Code.machineTaken])
      await cancel(kit, session, id)
      busy = findBusy(readMachines(await kit.call('GET', '/machine/all', { token })), tried)
    }
    throw new Unchecked('Each machine that somebody played was free meanwhile.')
  })
}

/** Attempts to find an occupied machine: its player may leave just before the kit tries it. */
const MAX_BUSY = 3
const findBusy = (machines: FloorView['machines'], tried: readonly string[]) =>
  machines.find(({ id, status, reservation }) => status === 'playing' && !reservation && !tried.includes(id))

async function join(kit: Kit, session: Session, floor: FloorView): Promise<Seat> {
  const { token } = session
  const { balance } = await readWallet(kit, session)
  const free = floor.machines.filter(({ id, status }) =>
    kit.machineId === undefined ? status === 'available' : id === kit.machineId,
  )
  for (const [attempt, { id: machineID }] of free.entries()) {
    const socket = await openSocket(kit, 'machine', token)
    const page = newPage()
    const exchange = await sendInit(socket, { machineID, token, page })
    const { code } = exchange.body as { code?: unknown }
    const isTaken = code === Code.machineTaken || code === Code.machineOutOfOrder
    if (isTaken && attempt + 1 < Math.min(free.length, MAX_ATTEMPTS)) {
      socket.close()
      continue
    }
    const joined = expectAck(exchange, INIT)
    expectThat(joined.machine?.id === machineID, exchange, `machine ${machineID}`, INIT.where)
    expectThat(joined.balance === balance, exchange, `"balance": ${balance}`, INIT.where)
    expectThat(joined.game, exchange, 'the machine\'s state in "game"', INIT.where)
    kit.allowance.begin(balance)
    noteAbsent(kit.recorder, 'optional fields of init', GameInitAck.options[0], exchange.body)
    const money = { startBalance: balance, staked: 0, won: 0, isUncertain: false }
    const { game } = joined
    return { machineId: machineID, joined: { ...joined, game }, page, socket, game, ...money }
  }
  throw new Unchecked('No machine is available.')
}
