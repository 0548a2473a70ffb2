import * as v from 'valibot'
import { systemClock } from '../lib/clock.ts'
import { inTime } from '../lib/in-time.ts'
import type { Db } from '../store/db.ts'
import type { Cameras } from '../video/sfu/cameras.ts'
import { ownerOf } from './owner.ts'

/** A camera's server waits meanwhile, and so does a player; without an answer the database has one. */
const CALL_TIMEOUT_MS = 2000
export const CAMERA_CALL = 'permitsCamera'
const Question = v.tuple([v.string(), v.string(), v.optional(v.string())])

/** Answers another process. */
export const runForwardedCamera = (own: Pick<Cameras, 'permits'>, args: unknown[]): Promise<boolean> =>
  own.permits(...v.parse(Question, args))

export interface SharedCamerasDeps {
  readonly db: Db
  /** The id of this process. */
  readonly node: string
  call(address: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown>
}

/**
 * Asks the process that owns a machine. Returns undefined when no other process owns it or none answers in
 * time.
 */
export const askCameraOwner =
  ({ db, node, call }: SharedCamerasDeps) =>
  async (machineId: string, question: unknown[]): Promise<boolean | undefined> => {
    const abort = new AbortController()
    const ask = async () => {
      const owner = await ownerOf(db, machineId)
      if (!owner || owner.node === node) return undefined
      return v.parse(v.boolean(), await call(owner.address, CAMERA_CALL, question, abort.signal))
    }
    const answer = await inTime(ask(), CALL_TIMEOUT_MS, systemClock)
    abort.abort()
    return answer
  }
