/**
 * Reads a JSON file of the page's own origin, from an answer that index.html has asked for where there is one. Throws
 * when there is no file, or none that parses, within 10 s.
 */
export async function readJsonFile(path: string, early?: Promise<Response>): Promise<unknown> {
  const response = await (early ?? fetch(path, { signal: AbortSignal.timeout(10_000) }))
  if (response.ok) return response.json()
  // The early request may have no credentials, and a proxy in front of the app may ask for some.
  if (early) return readJsonFile(path)
  throw new Error(`HTTP ${response.status}`)
}
