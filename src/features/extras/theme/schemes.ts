import './schemes.css'

/** The colour schemes of schemes.css; '' is the operator's colours. */
export const SCHEMES = ['', 'night', 'felt', 'ruby', 'violet', 'contrast', 'day'] as const
export type Scheme = (typeof SCHEMES)[number]

/** The scheme of that name; '' for an unknown one. */
export function parseScheme(name: string): Scheme {
  return SCHEMES.find((scheme) => scheme === name) ?? ''
}
