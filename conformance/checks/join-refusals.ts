import { Code } from '../../src/contract/codes.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Kit, need, openSocket, type Session } from '../client/kit.ts'
import { newPage } from '../client/seat.ts'
import { expectRefusedAck, isRefused } from '../client/shapes.ts'
import { Unchecked } from '../report/findings.ts'
import { type FloorView, readMachines, UNKNOWN_ID } from './floor.ts'
import { expectRefusedHandshake } from './login.ts'
import { MALFORMED_INIT } from './notifications.ts'
import { cancel } from './return-credit.ts'

/** Attempts to find an occupied machine: its player may leave just before the kit tries it. */
const MAX_BUSY = 3

/** Provokes the refusals of a handshake and of `init` on a game socket. */
export async function checkJoinRefusals(kit: Kit, session: Session, floor: FloorView): Promise<void> {
  const { recorder } = kit
  const { token } = session
  const page = newPage()
  /**
   * On a separate socket, because the platform may close it. A machine that is given all the same is freed.
   */
  const refused = async (payload: unknown, codes: readonly number[], machineId: string, rule?: string) => {
    const exchange = await initAlone(kit, token, payload)
    if (!isRefused(exchange)) await cancel(kit, session, machineId)
    expectRefusedAck(exchange, codes, rule)
    return true
  }
  await recorder.check('a handshake without a token is refused', () => expectRefusedHandshake(kit, 'machine'))
  await recorder.check('a handshake with a bad token is refused', () =>
    expectRefusedHandshake(kit, 'machine', 'not-a-token'),
  )
  const unknown = 'an unknown machine is refused'
  const refusesUnknown = await recorder.check(unknown, () =>
    refused({ machineID: UNKNOWN_ID, token, page }, [Code.machineNotFound, Code.notFound], UNKNOWN_ID),
  )
  const [machine] = floor.machines
  const known = () => {
    if (!machine) throw new Unchecked('There is no machine.')
    return machine.id
  }
  await recorder.check('init with a bad token is refused', () =>
    refused(
      { machineID: known(), token: 'not-a-token', page },
      [Code.badSignature, Code.tokenExpired],
      known(),
    ),
  )
  await recorder.check('a malformed init of a machine is refused', async () => {
    const codes = [Code.invalidRequest, Code.badSignature]
    for (const payload of [{ machineID: known(), token: 7 }, 'text'])
      await refused(payload, codes, known(), MALFORMED_INIT)
    // A server that lets a player join an unknown machine may take any id.
    need(refusesUnknown, unknown)
    await refused({ machineID: {}, token }, codes, known(), MALFORMED_INIT)
  })
  await checkBusy(kit, session, floor)
}

/** Sends `init` on a socket that is closed afterwards. */
async function initAlone(kit: Kit, token: string, payload: unknown): Promise<Exchange> {
  const socket = await openSocket(kit, 'machine', token)
  try {
    return await socket.request('init', payload)
  } finally {
    socket.close()
  }
}

const isBusy = ({ status, reservation }: FloorView['machines'][number]) =>
  status === 'playing' && !reservation

/** Without a machine that another player plays there is nothing to check. */
async function checkBusy(kit: Kit, session: Session, { machines }: FloorView): Promise<void> {
  const { token } = session
  const busy = machines.filter(isBusy).slice(0, MAX_BUSY)
  if (busy.length === 0) return
  await kit.recorder.check('a machine that somebody else plays is refused', async () => {
    for (const { id } of busy) {
      const exchange = await initAlone(kit, token, { machineID: id, token, page: newPage() })
      if (isRefused(exchange)) return expectRefusedAck(exchange, [Code.machineTaken])
      await cancel(kit, session, id)
      const now = readMachines(await kit.call('GET', '/machine/all', { token })) ?? []
      // Otherwise its player had left meanwhile.
      if (now.some((machine) => machine.id === id && isBusy(machine)))
        expectRefusedAck(exchange, [Code.machineTaken])
    }
    throw new Unchecked('Each machine that somebody played was free meanwhile.')
  })
}
