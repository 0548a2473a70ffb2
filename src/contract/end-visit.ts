import * as v from 'valibot'
import { Cents, Id } from './money.ts'
import { success } from './success.ts'
import { optional } from './tolerant.ts'

/* The two calls that end a visit; separate, because the floor does not need them. */

/** POST /player/kick */
export const MachineRequest = v.object({ machineId: Id })
/** POST /player/cancel. `automatic`: the app ends the visit, and the player has not asked for it. */
export const CancelRequest = v.object({ ...MachineRequest.entries, automatic: v.optional(v.boolean()) })
/** The answer of both. `amount`: the cents that a cancel returned to the wallet. */
export const MachineAnswer = success({ Params: optional(v.object({ amount: optional(Cents) })) })
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>
