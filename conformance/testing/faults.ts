import { Code } from '../../src/contract/codes.ts'
import { dropped, type Fault, type HttpAnswer, jsonAnswer } from './faulty-proxy.ts'

/* For tests: faults of a platform, by their kinds. */

export type Json = Record<string, unknown>
export const asJson = (value: unknown) => Object(value) as Json

/**
 * Changes accepted acknowledgements of a request. `count`: how many of it were accepted, this one included.
 */
export const acked =
  (event: string, change: (ack: Json, payload: Json, count: number) => unknown): (() => Fault) =>
  () => {
    let count = 0
    return {
      ack(name, ack, payload) {
        if (name !== event || asJson(ack).ok !== true) return ack
        count += 1
        return change(asJson(ack), asJson(payload), count)
      },
    }
  }
/** Accepts what the platform refuses with one of these codes. */
export const accepted =
  (event: string, codes: readonly number[], ack: Json = {}): (() => Fault) =>
  () => ({
    ack: (name, given) =>
      name === event && codes.includes(asJson(given).code as number) ? { ok: true, ...ack } : given,
  })
export const withGame = (ack: Json, change: Json): Json => ({
  ...ack,
  game: { ...asJson(ack.game), ...change },
})
/** Drops the pushes of an event that match. */
export const unsent =
  (event: string, matches: (push: Json) => boolean = () => true): (() => Fault) =>
  () => ({ push: (name, push) => (name === event && matches(asJson(push)) ? dropped : push) })
/** Replaces the requestId of a repeated command, so that the platform runs the command again. */
export const repeatable =
  (event: string, isRepeated: (payload: Json, first: Json | undefined) => boolean): (() => Fault) =>
  () => {
    const seen = new Map<unknown, Json>()
    return {
      command(name, payload) {
        const { requestId } = asJson(payload)
        if (name !== event || typeof requestId !== 'string') return payload
        const first = seen.get(requestId)
        seen.set(requestId, first ?? asJson(payload))
        const isNew = first !== undefined && isRepeated(asJson(payload), first)
        return isNew ? { ...asJson(payload), requestId: `${requestId}-again` } : payload
      },
    }
  }

type Change = (body: Json, answer: HttpAnswer) => unknown

/** Changes the answers with status 200 of one call. */
export const changed =
  (call: string, change: Change): (() => Fault) =>
  () => ({
    answer(answer, method, path) {
      if (`${method} ${path.replace(/\?.*/, '')}` !== call || answer.status !== 200) return
      const result = change(JSON.parse(answer.body), answer)
      answer.body = JSON.stringify(result)
    },
  })
export const replaced =
  (call: string, answer: () => HttpAnswer): (() => Fault) =>
  () => ({
    instead: (method, path) => (`${method} ${path.replace(/\?.*/, '')}` === call ? answer() : undefined),
  })
export const listed = (call: string, rows: readonly unknown[]) =>
  replaced(call, () => jsonAnswer(200, { rows }))
export const machines = (change: (machines: Json[]) => unknown) =>
  changed('GET /api/machine/all', (body) => ({ ...body, machines: change(body.machines as Json[]) }))
export const whep = (change: (answer: HttpAnswer) => void, call = /^POST \/whep\//): (() => Fault) => {
  return () => ({
    answer: (answer, method, path) => call.test(`${method} ${path}`) && change(answer),
  })
}

/** The platform shows machine 1 to guests, with this picture. */
export const showing = (picture: () => HttpAnswer, machine: Json = {}): (() => Fault) => {
  const machines = [{ name: 'Nar', still: '/attract/1/still', ...machine }]
  return () => ({
    instead(_, path) {
      if (path === '/api/attract') return jsonAnswer(200, { machines })
      return path === '/api/attract/1/still' ? picture() : undefined
    },
  })
}

const BUTTONS = [
  { id: 'max', label: 'Max', kind: 'max' },
  { id: 'up', label: 'Stake +', kind: 'stake-up' },
]
function answerPress({ requestId, button }: Json): Json {
  const isText = typeof requestId === 'string' && typeof button === 'string'
  if (!isText || requestId.length < 8) return { ok: false, code: Code.invalidRequest }
  return BUTTONS.some(({ id }) => id === button) ? { ok: true } : { ok: false, code: Code.notFound }
}
/** The machine is a cabinet with buttons. `change`: of the answer to a press, the `count`-th of an id. */
export const withButtons =
  (change: (ack: Json, payload: Json, count: number) => unknown = (ack) => ack): (() => Fault) =>
  () => {
    const counts = new Map<unknown, number>()
    return {
      reply: (event, payload) => (event === 'press' ? answerPress(asJson(payload)) : undefined),
      ack(event, given, payload) {
        const ack = asJson(given)
        const { machineID, requestId } = asJson(payload)
        if (event === 'init' && machineID !== undefined && ack.ok === true)
          return { ...ack, capabilities: { ...asJson(ack.capabilities), cabinetButtons: BUTTONS } }
        if (event !== 'press') return given
        const count = (counts.get(requestId) ?? 0) + 1
        counts.set(requestId, count)
        return change(ack, asJson(payload), count)
      },
    }
  }

/** Without a picture the kit checks none, which takes half of its time. */
export const withoutPicture = (fault: Fault): Fault => ({
  ...fault,
  ack(event, given, payload) {
    const ack = fault.ack ? fault.ack(event, given, payload) : given
    return event === 'init' && Object(ack).video ? { ...(ack as object), video: null } : ack
  },
})
