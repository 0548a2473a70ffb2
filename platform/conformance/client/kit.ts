import { randomUUID } from 'node:crypto'
import { BalanceAnswer } from '../../../src/contract/http.ts'
import { type Recorder, Unchecked, Violation } from '../report/findings.ts'
import type { Allowance } from './allowance.ts'
import type { Exchange } from './exchange.ts'
import { type Call, type CallOptions, request } from './http.ts'
import { expectAnswer, shape } from './shapes.ts'
import { type Connected, connectSocket, type LiveSocket } from './sockets.ts'

/** The platform's addresses from Settings.json, as absolute URLs. */
export interface Target {
  readonly apiUrl: string
  readonly machineUrl: string
  readonly notificationUrl: string
  /** Replaces the video's URL of `init`; contains `{id}`. Empty: not replaced. */
  readonly videoUrl: string
  readonly tokenIn: 'query' | 'auth'
  readonly siteId: number
  readonly countryCheck: boolean
  /** The origin that serves the app. */
  readonly appOrigin: string
}

export interface Session {
  token: string
  /** The player's id, if the platform sends it. */
  readonly id: string | undefined
}

/** The tools of all checks. */
export interface Kit {
  readonly target: Target
  readonly username: string
  readonly password: string
  /** Joins this machine only; undefined: any free one. */
  readonly machineId: string | undefined
  readonly recorder: Recorder
  readonly allowance: Allowance
  /** Sends a call below `apiUrl`. */
  call(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Call>
  /** Opens a socket of the machine or the notification server. */
  connect(server: 'machine' | 'notification', token?: string, tokenIn?: Target['tokenIn']): Promise<Connected>
}

export const newRequestId = () => `kit-${randomUUID()}`

/** A value of an earlier check; throws Unchecked if that check failed. */
export function need<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new Unchecked(reason)
  return value
}

export function createKit(
  options: Pick<Kit, 'target' | 'username' | 'password' | 'machineId' | 'recorder' | 'allowance'>,
): Kit {
  const { target, recorder, allowance } = options
  const reported = new Set<string>()
  return {
    ...options,
    call: (method, path, more) => request(method, `${target.apiUrl}${path}`, more),
    connect(server, token, tokenIn = target.tokenIn) {
      return connectSocket(token, {
        url: server === 'machine' ? target.machineUrl : target.notificationUrl,
        tokenIn,
        guard: allowance.guard,
        onMalformed(event, { sent, got }, mismatch) {
          if (reported.has(event)) return
          reported.add(event)
          const where = `src/contract/live.ts, PUSHES.${event}`
          const fail = () => {
            throw new Violation({ sent, got, expected: mismatch, where })
          }
          void recorder.check(`a push "${event}" fits the contract`, fail)
        },
      })
    },
  }
}

/** Opens a socket that must be accepted. */
export async function openSocket(
  kit: Kit,
  server: 'machine' | 'notification',
  token: string,
): Promise<LiveSocket> {
  const connected = await kit.connect(server, token)
  if (connected.ok) return connected.socket
  const { sent, got } = connected.exchange
  throw new Violation({ sent, got, expected: 'a connection', where: 'src/contract/live.ts' })
}

const BALANCE = shape('http', 'BalanceAnswer', BalanceAnswer)

/** The balance of GET /player/balance in cents, which is also reported to the allowance. */
export async function readWallet(
  kit: Kit,
  { token }: Session,
): Promise<{ balance: number; exchange: Exchange; raw: unknown }> {
  const exchange = await kit.call('GET', '/player/balance', { token })
  const { balance } = expectAnswer(exchange, BALANCE)
  kit.allowance.settle(balance)
  return { balance, exchange, raw: exchange.body }
}
