import { asJson, type Json, showing, withButtons } from './faults.ts'
import { dropped, type Fault, type HttpAnswer, jsonAnswer } from './faulty-proxy.ts'

/*
 * For tests: what the contract leaves to a server. Each of these makes a right platform another right one.
 */

const without = (body: unknown, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(asJson(body)).filter(([name]) => !names.includes(name)))
const empty = (status: number): HttpAnswer => ({
  ...jsonAnswer(status, undefined),
  body: '',
})
const isRefusal = (ack: unknown) => asJson(ack).ok === false

/** Sends as little as it may: no `ok`, no optional field, the outcome of a spin in its acknowledgement. */
function lenient(): Fault {
  /** Receives the outcome of the running spin. */
  let onOutcome: ((game: Json) => void) | undefined
  const outcomes = new Map<unknown, Promise<Json>>()
  const shorten = (event: string, ack: unknown): unknown => {
    if (isRefusal(ack)) return asJson(ack).code === 60_018 ? undefined : without(ack, 'ok')
    if (event === 'cashout') return undefined
    const kept = without(ack, 'ok', 'session', 'machine', 'video')
    return event === 'init' ? without(kept, 'balance', 'seq') : without(kept, 'seq')
  }
  return {
    answer(answer, method, path) {
      if (answer.status === 401) Object.assign(answer, empty(401))
      if (path === '/api/login' && answer.status >= 400) Object.assign(answer, empty(404))
      if (answer.status === 404) Object.assign(answer, empty(404))
      if (/kick|cancel|logout/.test(path) && answer.status === 200) Object.assign(answer, empty(204))
      if (!path.startsWith('/api/machine/') || method !== 'GET' || answer.status !== 200) return
      const body = JSON.parse(answer.body)
      const rows: Json[] = Array.isArray(body) ? body : body.machines
      const short = rows.map((row) => ({
        ...without(row, 'brand', 'machineCount'),
        id: Number(row.id),
        image: null,
      }))
      answer.body = JSON.stringify(Array.isArray(body) ? short : { machines: short })
    },
    async ack(event, ack, payload) {
      if (event !== 'spin' || isRefusal(ack)) return shorten(event, ack)
      const { requestId } = asJson(payload)
      const outcome =
        outcomes.get(requestId) ??
        new Promise<Json>((resolve) => {
          onOutcome = resolve
        })
      outcomes.set(requestId, outcome)
      return { game: await outcome }
    },
    push(event, push) {
      if (event !== 'game') return without(push, 'seq')
      if (asJson(push).phase === 'idle' && asJson(push).spin !== null) onOutcome?.(asJson(push))
      return dropped
    },
  }
}

/** Refuses what it may: a replaced page, too many commands; with codes, texts and a status of its own. */
function strict(): Fault {
  const pages: unknown[] = []
  let loads = 0
  const refused = (code: number, more: Json = {}) => ({ ok: false, code, ErrorMessage: 'No.', ...more })
  return {
    answer(answer, method, path) {
      const params = { left_count: 4, block_time: 15 }
      const counted = jsonAnswer(403, { code: 10_700, params })
      if (path === '/api/login' && answer.status === 403) Object.assign(answer, counted)
      if (method === 'DELETE' && answer.status === 404) answer.status = 410
      if (answer.headers.get('content-type') !== 'application/sdp' || answer.status !== 201) return
      answer.status = 200
      answer.headers.set('content-type', 'Application/SDP; charset=utf-8')
    },
    reply(event, payload) {
      if (event === 'load') loads += 1
      if (event === 'load' && loads === 3) return refused(60_011, { params: { seconds: 1 } })
      const { page } = asJson(payload)
      const isReplaced = event === 'init' && pages.includes(page) && pages.at(-1) !== page
      return isReplaced ? refused(60_015) : undefined
    },
    ack(event, ack, payload) {
      const { machineID, page } = asJson(payload)
      if (event === 'init' && machineID !== undefined && !isRefusal(ack)) pages.push(page)
      return asJson(ack).code === 40_000 ? refused(4711) : ack
    },
  }
}

/** Has none of the calls that may be missing. */
const small = (): Fault => ({
  instead: (_, path) => (/kick|cancel|logout/.test(path) ? empty(404) : undefined),
})

/** Redirects an offer to another path, and names the session relative to it. */
const redirecting = (): Fault => ({
  instead(method, path) {
    const [, machine] = (method === 'POST' && /^\/whep\/([^/]+)$/.exec(path)) || []
    if (!machine) return undefined
    const answer = empty(307)
    answer.headers.set('location', `/pictures/of/${machine}`)
    return answer
  },
  path: (path) => path.replace('/pictures/of/', '/whep/'),
  answer({ headers }, method, path) {
    const session = headers.get('location')
    if (method === 'POST' && path.startsWith('/pictures/') && session)
      headers.set('location', session.replace('/whep/', ''))
  },
})

export const RIGHT_SERVERS: Readonly<Record<string, () => Fault>> = {
  'that sends all': () => ({}),
  'that sends little': lenient,
  'that refuses all it may': strict,
  'without optional calls': small,
  'that redirects offers': redirecting,
  'with the buttons of a cabinet': withButtons(),
  'that shows a machine to guests': showing(() => {
    const answer = empty(200)
    answer.headers.set('content-type', 'image/webp')
    return { ...answer, body: 'RIFF' }
  }),
  'that shows guests a machine which is taken by then': showing(() => empty(204)),
}
