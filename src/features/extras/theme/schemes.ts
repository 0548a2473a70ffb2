import './schemes.css'

/** The colour schemes; the first is the house's own, with what the operator made of it. Their looks are in schemes.css. */
export const SCHEMES = ['', 'night', 'felt', 'ruby', 'violet', 'contrast', 'day'] as const
export type Scheme = (typeof SCHEMES)[number]

/** A scheme by its name; of one that is gone, or not there yet, the house's own. */
export function parseScheme(name: string): Scheme {
  return SCHEMES.find((one) => one === name) ?? ''
}
