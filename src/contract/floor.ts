import * as v from 'valibot'
import { MachineStatus } from './http.ts'
import { Cents, Id } from './money.ts'
import { list, optional } from './tolerant.ts'

/* The calls about the floor. */

/** One machine of the floor. */
export const Machine = v.object({
  id: Id, // Id of the machine.
  name: optional(v.string(), ''), // Shown on the card and in the game. Absent: the id is shown.
  status: MachineStatus, // Its state.
  // Name of its picture: `/assets/machines/{brand}.png` of the app. If that file is missing, the first letter
  // of the name is shown. Absent: the name in lower case is used.
  brand: optional(v.string(), ''),
  // Address of a picture that replaces the one of `brand`. If its origin is neither the page's nor a
  // server's, add the origin to `img-src`. Absent: the picture of `brand`.
  image: optional(v.string()),
  reservation: optional(v.boolean(), false), // true: held for this player. Absent: not held for this player.
  // End of the reservation, of this or another player [ISO 8601]. Absent: no countdown.
  reservedUntil: optional(v.string()),
  // Address of a current picture of the machine (JPEG, PNG, WebP; at most 512 KB). A path belongs to the API
  // and is fetched with the token. 204: no picture at the moment. Absent: the picture of the brand.
  still: optional(v.string()),
  // WHEP URL at which a player without the seat may watch the video while another player plays. A path
  // belongs to the machine server; the token is sent as to `video.url` of `init`. Send it only where the
  // picture shows no amounts. Absent: a busy machine's dialog shows its still.
  watchUrl: optional(v.string()),
  minStake: optional(Cents), // Lowest stake [cents]. Absent: the card shows no stakes.
  maxStake: optional(Cents), // Highest stake [cents]. Absent: the card shows no stakes.
  // Last big win, of a visit that has ended: other players may see it. The built-in platform counts wins of
  // ten stakes and more [cents]. Absent: the card shows no win, and no machine of a brand carries the flame.
  lastBigWin: optional(Cents),
})
export type Machine = v.InferOutput<typeof Machine>

/** Machines of one brand, or all. */
export const MachinesAnswer = v.object({
  machines: list(Machine), // The machines, in the order in which they are shown.
  name: optional(v.string()), // Name of the requested brand. Absent: the name from the list of brands.
})
export type MachinesAnswer = v.InferOutput<typeof MachinesAnswer>

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A brand: a group of machines. */
export const Brand = v.object({
  id: Id, // Id of the brand, for /machine/{id}.
  name: v.string(), // The displayed name.
  // Name of its picture: `/assets/machines/{brand}.png` of the app. If that file is missing, the first letter
  // of the name is shown. Absent: the name in lower case is used.
  brand: optional(v.string()),
  // Amounts in cents, separated by commas: "1250000,480000" [cents]. Absent: no jackpot is shown.
  jackpot: optional(v.string(), ''),
  machineCount: optional(Count), // Number of its machines. Absent: neither its number nor the total is shown.
  // Number of its `available` machines; needs `machineCount`. Absent: the card shows only `machineCount`.
  freeCount: optional(Count),
})
export type Brand = v.InferOutput<typeof Brand>

/** All brands, in the order in which they are shown. */
export const BrandsAnswer = list(Brand)
