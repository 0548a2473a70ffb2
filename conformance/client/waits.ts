/** How long the kit waits for a platform, ms. */
export interface Waits {
  /** For the answer of a call or the acknowledgement of a request. */
  readonly answer: number
  /** For a push, and for what it reports. */
  readonly push: number
  /** For the outcome of a spin. */
  readonly outcome: number
  /** For a moving picture. */
  readonly picture: number
  /** For an optional acknowledgement, or one of a kind that the server has left out before. */
  readonly optional: number
}

export const WAITS: Waits = { answer: 15_000, push: 10_000, outcome: 30_000, picture: 20_000, optional: 2000 }

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
