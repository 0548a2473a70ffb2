/** The address of a machine's game screen. */
export function gamePath({ id, name }: { id: string; name: string }): string {
  return `/game/${encodeURIComponent(id)}/${encodeURIComponent(name || id)}`
}

/** The address of a brand's machines. */
export function brandPath({ id, name }: { id: string; name: string }): string {
  return `/lobby/${encodeURIComponent(id)}/${encodeURIComponent(name || id)}`
}

/** What names the picture of a brand or a machine: its own key, else its name in small letters. */
export function artKey({ brand, name }: { brand?: string | null | undefined; name: string }): string {
  return brand || name.toLowerCase()
}

/** The picture that a key names. */
export function artPath(key: string): string {
  return `/assets/machines/${encodeURIComponent(key)}.png`
}
