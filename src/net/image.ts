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
}

/** Fetches a picture; undefined on any failure. */
export async function fetchPicture(
  address: string,
  { baseUrl, token, signal }: PictureCall,
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
      cache: 'no-store',
    })
    if (!response.ok || !/^image\/(jpeg|png|webp)/.test(response.headers.get('content-type') ?? ''))
      return undefined
    const picture = await response.blob()
    return picture.size > 0 && picture.size <= MAX_BYTES ? picture : undefined
  } catch {
    return undefined
  }
}
