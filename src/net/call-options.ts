/** Timeout of a call, ms. */
const TIMEOUT_MS = 10_000

/** The options that the calls of the app and of the page's first script share. `token`: the bearer token. */
export const callOptions = (token: string | undefined) =>
  ({
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }) satisfies RequestInit
