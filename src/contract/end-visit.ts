import * as v from 'valibot'
import { Cents, Id } from './money.ts'
import { success } from './success.ts'
import { optional } from './tolerant.ts'

/* The two calls that end a visit; separate, because the floor does not need them. */

/** The machine of a command. */
export const MachineRequest = v.object({ /* Id of the machine. */ machineId: Id })
/** The machine to release. */
export const CancelRequest = v.object({
  ...MachineRequest.entries,
  // true: the app releases it, as an unattended kiosk does. Absent: the player asks for it.
  automatic: v.optional(v.boolean()),
})
/** Done. The answer may be empty. */
export const MachineAnswer = success({
  // The credit that a cancel moved to the wallet. Absent: no amount is shown.
  Params: optional(v.object({ /* The amount. Absent: none is shown. */ amount: optional(Cents) })),
})
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>
