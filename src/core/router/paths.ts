/** A text as a part of an address. Half of a surrogate pair, which encodeURIComponent throws for, becomes U+FFFD. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** The address of a machine's game screen. */
export function gamePath({ id, name }: { id: string; name: string }): string {
  return `/game/${encodePart(id)}/${encodePart(name || id)}`
}

/** The address of a brand's machines. */
export function brandPath({ id, name }: { id: string; name: string }): string {
  return `/lobby/${encodePart(id)}/${encodePart(name || id)}`
}

/** What names the picture of a brand or a machine: its own key, else its name in small letters. */
export function artKey({ brand, name }: { brand?: string | null | undefined; name: string }): string {
  return brand || name.toLowerCase()
}

/** The picture that a key names: `nar`, or a file's name (`nar.webp`). An address or a path stays as it is. */
export function artPath(key: string): string {
  if (/^(https?:\/\/|\/(?![/\\]))/.test(key)) return key
  const file = /\.(png|jpe?g|webp|avif|svg)$/i.test(key) ? key : `${key}.png`
  return `/assets/machines/${encodePart(file)}`
}
