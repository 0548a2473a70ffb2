/* The brands and machines of a floor, as the floor opens them. */

/** The part of a brand that the floor uses. */
export interface BrandDef {
  /** Identifies the brand in the database, whatever its place in the list. */
  readonly id: number
  readonly key: string
  readonly name: string
  readonly game: string
  /** Cents of its first jackpot. */
  readonly jackpotSeedCents: number
}

/** `simulated`: the platform draws outcome and picture. `controller`: a cabinet, behind its controller. */
export type DriverKind = 'simulated' | 'controller'

/** Where the picture of a cabinet is watched. */
export interface PlannedCamera {
  /** A WHEP endpoint. */
  readonly url: string
  /** The API of its MediaMTX; undefined: `url` itself takes the end of its viewers. */
  readonly api: string | undefined
}

export interface PlannedMachine {
  /** Identifies the machine in the database. */
  readonly id: number
  readonly name: string
  /** The id of its brand. */
  readonly brand: number
  /** The stakes that it offers, in cents, ascending; undefined: those of its game. */
  readonly stakes: readonly number[] | undefined
  readonly driver: DriverKind
  /** The SHA-256 of its controller's key, in hex. */
  readonly keyHash: string | undefined
  readonly camera?: PlannedCamera | undefined
}

/** A floor by configuration. */
export interface FloorPlan {
  readonly brands: readonly BrandDef[]
  readonly machines: readonly PlannedMachine[]
}
