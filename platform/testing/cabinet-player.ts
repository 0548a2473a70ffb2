import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { Code } from '../../src/contract/codes.ts'
import type { TestController } from './controller.ts'

const MAX_LOAD_CENTS = 5000
const STAKE = 100
const ACK_TIMEOUT_MS = 8000
const EVENTS = ['load', 'load', 'spin', 'spin', 'spin', 'spin', 'spin', 'spin', 'handpay', 'cashout'] as const

interface Ack {
  readonly ok: boolean
  readonly code?: number
  /** Of a cash-out, cents. */
  readonly amount?: number
  /** Of a refusal for too many requests. */
  readonly params?: { readonly seconds?: number }
}

interface Seat {
  readonly machine: string
  readonly player: { readonly token: string }
  readonly controller: TestController
  /** The player adds the request ids of the loads and cash-outs that the platform has acknowledged. */
  readonly acknowledged: string[]
}

/** For tests: a player of a cabinet, who sits down again after each lost connection. */
export function createCabinetPlayer(
  { machine, player, controller, acknowledged }: Seat,
  addresses: () => string[],
) {
  let socket: Socket | undefined

  /** The acknowledgement; undefined if the connection is lost. */
  const emit = (at: Socket, event: string, payload: object): Promise<Ack | undefined> => {
    const lost = new Promise<undefined>((resolve) => at.once('disconnect', () => resolve(undefined)))
    return Promise.race([
      at
        .timeout(ACK_TIMEOUT_MS)
        .emitWithAck(event, payload)
        .catch(() => undefined),
      lost,
    ])
  }

  async function sit(): Promise<Socket> {
    for (;;) {
      if (socket?.connected) return socket
      socket?.disconnect()
      const all = addresses()
      const next = io(all[randomInt(Math.max(1, all.length))] ?? 'http://127.0.0.1:9', {
        ...{ auth: { token: player.token }, transports: ['websocket'], reconnection: false, forceNew: true },
      })
      const isConnected = await new Promise<boolean>((resolve) => {
        next.once('connect', () => resolve(true))
        for (const event of ['connect_error', 'disconnect']) next.once(event, () => resolve(false))
      })
      socket = next
      if (!isConnected) continue
      const joined = await emit(next, 'init', { token: player.token, machineID: machine })
      if (!joined?.ok) next.disconnect()
    }
  }

  /** Sends a command until it is answered. Throws for a repeat that is answered otherwise. */
  async function command(event: string, payload: object): Promise<Ack> {
    const requestId = randomUUID()
    const ack = await untilAnswered(event, { requestId, ...payload })
    const isOver = ack.code === Code.machineRefused || (event === 'cashout' && ack.ok)
    if (!isOver) return ack
    const { code, amount } = await untilAnswered(event, { requestId, ...payload })
    if (code !== ack.code || amount !== ack.amount)
      throw new Error(`${event}: ${JSON.stringify([ack, code, amount])}`)
    return ack
  }

  async function untilAnswered(event: string, payload: { requestId: string }): Promise<Ack> {
    const { requestId } = payload
    for (;;) {
      const ack = await emit(await sit(), event, payload)
      if (ack?.ok && event !== 'spin') acknowledged.push(requestId)
      if (ack?.code === Code.tooManyRequests) {
        await setTimeout(Number(ack.params?.seconds) * 1000)
        continue
      }
      if (ack && ack.code !== Code.stopping && ack.code !== Code.notSeated) return ack
      socket?.disconnect()
    }
  }

  /** Resolves with the next push of the machine, or when the connection is lost. */
  const nextChange = () =>
    new Promise<void>((resolve) => {
      for (const event of ['game', 'disconnect']) socket?.once(event, () => resolve())
    })

  return {
    async play(): Promise<void> {
      // No player is admitted while a hand pay waits for an attendant.
      await sit()
      const event = EVENTS[randomInt(EVENTS.length)]
      if (event === 'load') await command('load', { amount: randomInt(100, MAX_LOAD_CENTS) })
      else if (event === 'cashout') await command('cashout', {})
      else if (event === 'handpay') await controller.type(`handpay ${randomInt(100, 9000)}`)
      else {
        const { ok, code } = await command('spin', { stake: STAKE })
        // The attendant comes.
        if (!ok) await controller.type('handpay-done machine')
        if (socket?.connected && code !== Code.creditTooLow) await nextChange()
      }
    },
    /** Cashes out until nothing is left. */
    async finish(): Promise<void> {
      for (;;) {
        await controller.type('handpay-done machine')
        const { code } = await command('cashout', {})
        const { handPay, credit } = controller.cabinet()
        if (code === Code.nothingToCashOut && handPay === null && credit === 0) break
      }
      socket?.disconnect()
    },
  }
}
