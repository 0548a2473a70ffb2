/**
 * Encodes a text as a segment of a path. Half of a surrogate pair, for which encodeURIComponent throws,
 * becomes U+FFFD.
 */
export const encodePart = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

interface Named {
  id: string
  name: string
}

/**
 * Id and name as two segments. A name that no segment can hold, as `..` leads upwards, is replaced by the id.
 */
const segments = ({ id, name }: Named) =>
  `${encodePart(id)}/${encodePart(/^\.{0,2}$/.test(name) ? id : name)}`

/** The path of a machine's game page. */
export const gamePath = (machine: Named): string => `/game/${segments(machine)}`

/** The path of a brand's machines. */
export const brandPath = (brand: Named): string => `/lobby/${segments(brand)}`

/** The key of a brand's or machine's picture: the brand's key, else the name in lower case. */
export function artKey({ brand, name }: { brand?: string | null | undefined; name: string }): string {
  return brand || name.toLowerCase()
}

/**
 * The URL of a key's picture; the key may be a name (`nar`), a file (`nar.webp`), or a URL or path, which is
 * returned unchanged.
 */
export function artPath(key: string): string {
  if (/^(https?:\/\/|\/(?![/\\]))/.test(key)) return key
  const file = /\.(png|jpe?g|webp|avif|svg)$/i.test(key) ? key : `${key}.png`
  return `/assets/machines/${encodePart(file)}`
}
