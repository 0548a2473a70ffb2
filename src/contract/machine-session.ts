import * as v from 'valibot'
import { Cents, Id } from './money.ts'
import { optional } from './tolerant.ts'

/* The two calls that end a session on a machine; apart, because the floor does without. */

/** POST /player/kick and POST /player/cancel */
export const MachineRequest = v.object({ machineId: Id })
/** Answer of both, if any; `status` is never false in it. `amount`: the cents that a cancel sent home. */
export const MachineAnswer = v.nullish(
  v.object({
    status: v.nullish(v.literal(true)),
    Params: optional(v.object({ amount: optional(Cents) })),
  }),
)
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>
