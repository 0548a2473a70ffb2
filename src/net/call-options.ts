/** How long an answer may take, ms. */
const TIMEOUT_MS = 10_000

/** What the calls of the app and of the page's first script have in common; `token`: the bearer. */
export const callOptions = (token: string | undefined) =>
  ({
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }) satisfies RequestInit
