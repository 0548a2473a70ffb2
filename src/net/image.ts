import { anySignal } from './any-signal.ts'

/** Maximum time for a picture, ms. */
const TIMEOUT_MS = 8000
/** Maximum size, bytes; a still has a few kilobytes. */
const MAX_BYTES = 512 * 1024

interface PictureCall {
  /** The base URL of the API, for paths. */
  baseUrl: string
  /** Sent to the API only, never to another server. */
  token: string | undefined
  signal: AbortSignal
  /** By default no copy is kept. */
  cache?: RequestCache
}

/** Fetches a picture; undefined on any failure. */
export async function fetchPicture(
  address: string,
  { baseUrl, token, signal, cache = 'no-store' }: PictureCall,
): Promise<Blob | undefined> {
  const own = /^\/(?![/\\])/.test(address)
  if (!own && !/^https?:\/\//.test(address)) return undefined
  const headers: Record<string, string> = { accept: 'image/webp,image/jpeg,image/png' }
  if (own && token) headers.authorization = `Bearer ${token}`
  try {
    const response = await fetch(own ? baseUrl + address : address, {
      headers,
      signal: anySignal(AbortSignal.timeout(TIMEOUT_MS), signal),
      credentials: 'omit',
      cache,
    })
    if (!response.ok || !/^(image\/(jpeg|png|webp)|$)/i.test(response.headers.get('content-type') ?? ''))
      return undefined
    const picture = await response.blob()
    return picture.size > 0 && picture.size <= MAX_BYTES ? picture : undefined
  } catch {
    return undefined
  }
}

/**
 * Decodes a picture and returns its object URL, which the caller revokes. Returns undefined if the data is no
 * picture or the signal has aborted.
 */
export async function decodePicture(picture: Blob, signal: AbortSignal): Promise<string | undefined> {
  const url = URL.createObjectURL(picture)
  const image = new Image()
  image.src = url
  const isDecoded = await image.decode().then(
    () => true,
    () => false,
  )
  if (isDecoded && !signal.aborted) return url
  URL.revokeObjectURL(url)
  return undefined
}
