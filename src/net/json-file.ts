/**
 * Reads a JSON object of the page's own origin, from the first script's `early` response if there is one.
 * Throws if none arrives within 10 s. A captive portal answers 200 with its page, which counts as no answer.
 */
export async function readJsonFile(
  path: string,
  early?: Promise<Response>,
): Promise<Record<string, unknown>> {
  const response = await (early ?? fetch(path, { signal: AbortSignal.timeout(10_000) }))
  const file = response.ok && (await response.json().catch(() => 0))
  if (Object(file) === file && !Array.isArray(file)) return file
  // The early request has no credentials, which a proxy in front of the app may require.
  if (early) return readJsonFile(path)
  throw new Error(`no JSON, HTTP ${response.status}`)
}
