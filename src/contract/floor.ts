import * as v from 'valibot'
import { MachineStatus } from './http.ts'
import { Id } from './money.ts'
import { list, optional } from './tolerant.ts'

/* The calls about the floor. */

/**
 * One machine of the floor. `brand` names its art: /assets/machines/{brand}.png. `reservation`: held for this player.
 * `reservedUntil`: when a reservation, whoever's, ends (ISO 8601). `still`: the address of a picture of it as it is
 * now, JPEG, PNG or WebP, when there is one to be had: a path is one of the API.
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
})
export type Machine = v.InferOutput<typeof Machine>

/** GET /machine/{brand id} and GET /machine/all; `name` is the brand's, for one brand. */
export const MachinesAnswer = v.object({ machines: list(Machine), name: optional(v.string()) })
export type MachinesAnswer = v.InferOutput<typeof MachinesAnswer>

/** A brand. `jackpot` is a comma-separated list of amounts in cents. `brand` names its art when the name does not. */
export const Brand = v.object({
  id: Id,
  name: v.string(),
  brand: optional(v.string()),
  jackpot: optional(v.string(), ''),
  machineCount: optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
})
export type Brand = v.InferOutput<typeof Brand>

/** GET /machine/brands */
export const BrandsAnswer = list(Brand)
