import * as v from 'valibot'
import { Cents, Id } from './money.ts'
import { success } from './success.ts'
import { optional } from './tolerant.ts'

/* The two calls that end a visit; separate, because the floor does not need them. */

/** POST /player/kick and POST /player/cancel */
export const MachineRequest = v.object({ machineId: Id })
/** The answer of both. `amount`: the cents that a cancel returned to the wallet. */
export const MachineAnswer = success({ Params: optional(v.object({ amount: optional(Cents) })) })
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>
