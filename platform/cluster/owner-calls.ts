import * as v from 'valibot'
import type { Db } from '../store/db.ts'
import { type Owner, ownerOf } from './owner.ts'

/** A call without an answer for this long is lost; longer than a command waits for a cabinet. */
const CALL_TIMEOUT_MS = 6000
/** Interval of checking whether the called process still owns the machine. */
const WATCH_MS = 250

const Outcome = v.looseObject({ ok: v.boolean(), code: v.optional(v.number()) })

export interface OwnerCallsDeps {
  readonly db: Db
  /** The id of this process. */
  readonly node: string
  call(address: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown>
}

/** Calls the processes that own machines, which the database names. */
export function createOwnerCalls({ db, node, call }: OwnerCallsDeps) {
  const owners = new Map<string, Owner>()

  async function locate(machineId: string) {
    const known = owners.get(machineId)
    if (known) return known
    const owner = await ownerOf(db, machineId)
    if (owner) owners.set(machineId, owner)
    return owner
  }

  return {
    /** The owner is looked up again for the next call. */
    forget: (machineId: string) => void owners.delete(machineId),
    /** 'not sent': this process knows no other owner. 'unknown': the owner did not answer. */
    async call(machineId: string, name: string, args: unknown[]) {
      const owner = await locate(machineId).catch(() => undefined)
      if (!owner || owner.node === node) {
        owners.delete(machineId)
        return 'not sent'
      }
      const abort = new AbortController()
      const watch = setInterval(async () => {
        owners.delete(machineId)
        const now = await locate(machineId).catch(() => owner)
        if (now?.node !== owner.node) abort.abort()
      }, WATCH_MS)
      // Node 20's AbortSignal.any loses a timeout's signal at a garbage collection.
      const timer = setTimeout(() => abort.abort(), CALL_TIMEOUT_MS)
      try {
        return v.parse(Outcome, await call(owner.address, name, args, abort.signal))
      } catch {
        owners.delete(machineId)
        return 'unknown'
      } finally {
        clearInterval(watch)
        clearTimeout(timer)
      }
    },
  }
}
