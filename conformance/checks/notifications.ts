import { Code } from '../../src/contract/codes.ts'
import { HelloAck } from '../../src/contract/live.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import { type Kit, openSocket, readWallet, type Session } from '../client/kit.ts'
import { expectAck, expectRefusedAck, expectThat, shape, usableAck } from '../client/shapes.ts'
import type { LiveSocket } from '../client/sockets.ts'
import { Absent } from '../report/findings.ts'
import { expectRefusedHandshake } from './login.ts'

const HELLO = shape('live', 'HelloAck', HelloAck)

/** The rule that a malformed `init` breaks, on either channel. */
export const MALFORMED_INIT = 'a malformed init'

/** The title of the check that opens the notification socket. */
export const opensNotices = ({ tokenIn }: Kit['target']) => `a token in "${tokenIn}" is accepted`

export interface Notifications {
  readonly socket: LiveSocket
  /** The machine where the player already has a seat. */
  readonly machine: string | undefined
}

/** Opens the notification socket; undefined if that fails. */
export async function checkNotifications(kit: Kit, session: Session): Promise<Notifications | undefined> {
  const { recorder, target } = kit
  recorder.begin('Notification socket')
  await recorder.check('a handshake without a token is refused', () =>
    expectRefusedHandshake(kit, 'notification'),
  )
  await recorder.check('a handshake with a bad token is refused', () =>
    expectRefusedHandshake(kit, 'notification', 'not-a-token'),
  )
  const other = target.tokenIn === 'auth' ? 'query' : 'auth'
  await recorder.check(`a token in "${other}" is accepted too`, async () => {
    const connected = await kit.connect('notification', session.token, other)
    if (connected.ok) connected.socket.close()
    else throw new Absent(`Keep the setting socketToken at "${target.tokenIn}".`)
  })
  const socket = await recorder.check(opensNotices(target), () =>
    openSocket(kit, 'notification', session.token),
  )
  if (!socket) return undefined
  let hello: ReturnType<typeof usableAck<typeof HelloAck>>
  await recorder.check('a malformed init is refused', async () => {
    for (const payload of [{ id: {} }, 'text']) {
      expectRefusedAck(await socket.request('init', payload), [Code.invalidRequest], MALFORMED_INIT)
    }
  })
  await recorder.check('init answers with the balance', async () => {
    const exchange = await socket.request('init', { id: session.id ?? kit.username })
    hello = usableAck(exchange, HELLO)
    const { balance: said } = expectAck(exchange, HELLO)
    const { balance } = await readWallet({ kit, session })
    const isSame = said === undefined || said === null || said === balance
    expectThat(isSame, exchange, `"balance": ${balance}, as GET /player/balance`, HELLO.where)
    noteAbsent(recorder, 'optional fields of init', HelloAck.options[0], exchange.body)
  })
  // A server that leaves `session` out pushes it.
  const held = hello?.session === undefined ? socket.last('session') : hello.session
  return { socket, machine: held?.status ? (held.name ?? held.id ?? 'a machine') : undefined }
}
