import * as v from 'valibot'
import { MachineStatus } from './http.ts'
import { Cents, Id } from './money.ts'
import { list, optional } from './tolerant.ts'

/* The calls about the floor. */

/**
 * A machine of the floor. `brand` selects its art: /assets/machines/{brand}.png. `reservation`: held for this
 * player. `reservedUntil`: the end of anyone's reservation (ISO 8601). `still`: the URL of a current picture
 * (JPEG, PNG or WebP) if there is one; a path is relative to the API. `watchUrl`: the WHEP URL at which a
 * player without the seat may watch its video; a path is relative to the machine server. `minStake`,
 * `maxStake`: its range of stakes, cents. `lastBigWin`: cents of its last big win, of a visit that has ended.
 */
export const Machine = v.object({
  id: Id,
  name: optional(v.string(), ''),
  status: MachineStatus,
  brand: optional(v.string(), ''),
  image: optional(v.string()),
  reservation: optional(v.boolean(), false),
  reservedUntil: optional(v.string()),
  still: optional(v.string()),
  watchUrl: optional(v.string()),
  minStake: optional(Cents),
  maxStake: optional(Cents),
  lastBigWin: optional(Cents),
})
export type Machine = v.InferOutput<typeof Machine>

/** GET /machine/{brand id} and GET /machine/all; `name`: the brand's name, in the list of one brand. */
export const MachinesAnswer = v.object({ machines: list(Machine), name: optional(v.string()) })
export type MachinesAnswer = v.InferOutput<typeof MachinesAnswer>

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * A brand. `jackpot` is a comma-separated list of amounts in cents. `brand` selects its art; without it the
 * name does. `freeCount`: the number of its machines that anyone may open.
 */
export const Brand = v.object({
  id: Id,
  name: v.string(),
  brand: optional(v.string()),
  jackpot: optional(v.string(), ''),
  machineCount: optional(Count),
  freeCount: optional(Count),
})
export type Brand = v.InferOutput<typeof Brand>

/** GET /machine/brands */
export const BrandsAnswer = list(Brand)
