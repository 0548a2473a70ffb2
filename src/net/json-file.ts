/** Reads a JSON file of the page's own origin. Throws when there is none, or none that parses, within 10 s. */
export async function readJsonFile(path: string): Promise<unknown> {
  const response = await fetch(path, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.json()
}
