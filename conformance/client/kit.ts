import { randomUUID } from 'node:crypto'
import { Code } from '../../src/contract/codes.ts'
import { BalanceAnswer } from '../../src/contract/http.ts'
import { FollowsFrom, type Recorder, Violation } from '../report/findings.ts'
import { isReadable } from './cors.ts'
import type { Exchange } from './exchange.ts'
import { type Call, type CallOptions, request } from './http.ts'
import { expectAnswer, shape } from './shapes.ts'
import { type Connected, connectSocket, type LiveSocket, malformedPush } from './sockets.ts'
import type { Allowance } from './spending-limit.ts'
import { sleep, WAITS, type Waits } from './waits.ts'

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
  /** Whether kiosks show pictures of free machines to guests. */
  readonly attractPictures: boolean
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
  readonly waits: Waits
  /** Calls to another origin whose answers lack CORS headers, so that a browser hides them from the app. */
  readonly hiddenCalls: readonly Call[]
  /**
   * Sends a call below `apiUrl`, as from the app's origin. After "too many requests" it waits and repeats it.
   */
  call(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Call>
  /** Opens a socket of the machine or the notification server. */
  connect(server: 'machine' | 'notification', token?: string, tokenIn?: Target['tokenIn']): Promise<Connected>
}

export const newRequestId = () => `kit-${randomUUID()}`

/** A value of the earlier check `title`; without it a check follows from that one. */
export function need<T>(value: T | undefined, title: string): T {
  if (value === undefined) throw new FollowsFrom(title)
  return value
}

const MAX_ATTEMPTS = 3
const MAX_RETRY_S = 60

/** The time to wait that an answer "too many requests" names, s; 0 for any other answer. */
function retrySecondsOf({ body }: Exchange): number {
  const { code, params } = Object(body) as { code?: unknown; params?: { seconds?: unknown } | null }
  const seconds = Number(params?.seconds)
  return code === Code.tooManyRequests && seconds > 0 && seconds <= MAX_RETRY_S ? seconds : 0
}

/** Sends a request again after the time that the platform names when it gets too many. */
async function patiently<T extends Exchange>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await send()
    const seconds = retrySecondsOf(exchange)
    if (seconds === 0 || attempt === MAX_ATTEMPTS) return exchange
    await sleep(seconds * 1000)
  }
}

export function createKit(
  options: Pick<Kit, 'target' | 'username' | 'password' | 'machineId' | 'recorder' | 'allowance'> &
    Partial<Pick<Kit, 'waits'>>,
): Kit {
  const { target, recorder, allowance, waits = WAITS } = options
  const reported = new Set<string>()
  const silent = new Set<string>()
  const hiddenCalls: Call[] = []
  const headers = { origin: target.appOrigin }
  const isForeign = new URL(target.apiUrl).origin !== target.appOrigin
  return {
    ...options,
    waits,
    hiddenCalls,
    async call(method, path, more) {
      const given = { headers, timeoutMs: waits.answer, ...more }
      const call = await patiently(() => request(method, `${target.apiUrl}${path}`, given))
      if (isForeign && !isReadable(call, target.appOrigin)) hiddenCalls.push(call)
      return call
    },
    async connect(server, token, tokenIn = target.tokenIn) {
      const connected = await connectSocket(token, {
        url: server === 'machine' ? target.machineUrl : target.notificationUrl,
        tokenIn,
        waits,
        silent,
        origin: target.appOrigin,
        guard: allowance.guard,
        onMalformed(event, { sent, got }, mismatch) {
          if (reported.has(event)) return
          reported.add(event)
          const where = `src/contract/live.ts, PUSHES.${event}`
          const fail = () => {
            throw new Violation({ sent, got, expected: mismatch, where })
          }
          void recorder.check(malformedPush(event), fail)
        },
      })
      if (!connected.ok) return connected
      const { socket } = connected
      const { request: send } = socket
      socket.request = (event, payload, ms) => patiently(() => send(event, payload, ms))
      return connected
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

/** The wallet of GET /player/balance, `balance` in cents; the allowance learns it too. */
export async function readWallet({ kit, session: { token } }: { kit: Kit; session: Session }) {
  const exchange = await kit.call('GET', '/player/balance', { token })
  const { balance, seq } = expectAnswer(exchange, BALANCE)
  kit.allowance.settle(balance)
  return { balance, seq, exchange }
}
