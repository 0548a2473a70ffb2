import * as v from 'valibot'
import { Cents, Id } from './money.ts'
import { optional } from './tolerant.ts'

/* The two calls that end a visit; separate, because the floor does not need them. */

/** POST /player/kick and POST /player/cancel */
export const MachineRequest = v.object({ machineId: Id })
/**
 * The answer of both, if any; its `status` is never false. `amount`: the cents that a cancel returned to the
 * wallet.
 */
export const MachineAnswer = v.nullish(
  v.object({
    status: v.nullish(v.literal(true)),
    Params: optional(v.object({ amount: optional(Cents) })),
  }),
)
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>
