import * as v from 'valibot'
import { Cents, Id } from './money.ts'

/* The two calls that end a session on a machine; apart, because the floor does without. */

/** POST /player/kick and POST /player/cancel */
export const MachineRequest = v.object({ machineId: Id })
/** Answer of both, if any; `status` is never false in it. `amount`: the cents that a cancel sent home. */
export const MachineAnswer = v.nullish(
  v.object({
    status: v.optional(v.literal(true)),
    Params: v.nullish(v.object({ amount: v.nullish(Cents) })),
  }),
)
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>
