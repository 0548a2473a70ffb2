import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { VideoSource } from '../../src/contract/live.ts'
import type { Identity } from '../players/logins.ts'
import type { Db } from '../store/db.ts'
import type { Publications } from '../video/sfu/publications.ts'
import { ownerOf } from './owner.ts'

/** How long a viewer waits for a machine's next owner: a lease, and the time to claim and read it. */
const PATIENCE_MS = 5000
const RETRY_MS = 100
const CALL_TIMEOUT_MS = 5000

type Shared = Pick<Publications, 'source' | 'admit'>
export const isPublicationCall = (name: string): name is keyof Shared => name === 'source' || name === 'admit'
const Viewer = v.tuple([v.string(), v.string(), v.string()])

/** Answers another process; throws if this one does not own the machine either. */
export async function runForwardedPublication(
  { own, owns }: Pick<SharedPublicationsDeps, 'own' | 'owns'>,
  name: string,
  args: unknown[],
): Promise<unknown> {
  const [machineId, playerId, loginId] = v.parse(Viewer, args)
  if (!isPublicationCall(name) || !owns(machineId)) throw new Error(`not published here: ${machineId}`)
  // JSON has no undefined.
  return (await own[name](machineId, { playerId, loginId })) ?? null
}

export interface SharedPublicationsDeps {
  readonly own: Publications
  readonly db: Db
  /** The id of this process. */
  readonly node: string
  call(address: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown>
  readonly owns: (machineId: string) => boolean
}

/**
 * The publications of a floor: a machine's owner publishes it, whichever process a viewer reaches, so that
 * the SFU has one video per machine.
 */
export function createSharedPublications(deps: SharedPublicationsDeps): Publications {
  const { own, db, node, call, owns } = deps

  /** The owner's answer; undefined if none arrives in time. */
  async function callOwner(
    name: keyof Shared,
    machineId: string,
    { playerId, loginId }: Identity,
  ): Promise<unknown> {
    const deadline = performance.now() + PATIENCE_MS
    while (!owns(machineId) && performance.now() < deadline) {
      const owner = await ownerOf(db, machineId).catch(() => undefined)
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
      const answer =
        owner &&
        owner.node !== node &&
        (await call(owner.address, name, [machineId, playerId, loginId], signal).catch(() => false))
      if (answer !== undefined && answer !== false) return answer ?? undefined
      await sleep(RETRY_MS)
    }
    return undefined
  }

  return {
    async source(machineId, login) {
      const answer = owns(machineId) ? undefined : await callOwner('source', machineId, login)
      // Without an owner's answer it returns the address without a token, and the app asks again.
      return answer === undefined ? own.source(machineId, login) : v.parse(VideoSource, answer)
    },
    async admit(machineId, login) {
      const answer = owns(machineId) ? undefined : await callOwner('admit', machineId, login)
      return answer === undefined ? own.admit(machineId, login) : v.parse(v.string(), answer)
    },
    close: () => own.close(),
  }
}
