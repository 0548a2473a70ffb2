/**
 * Reads a JSON file of the page's own origin, from the first script's `early` response if there is one.
 * Throws if no valid file arrives within 10 s.
 */
export async function readJsonFile(path: string, early?: Promise<Response>): Promise<unknown> {
  const response = await (early ?? fetch(path, { signal: AbortSignal.timeout(10_000) }))
  if (response.ok) return response.json()
  // The early request has no credentials, which a proxy in front of the app may require.
  if (early) return readJsonFile(path)
  throw new Error(`HTTP ${response.status}`)
}
