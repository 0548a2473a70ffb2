import { readServerDate, serverSilenceMs } from './server-clock.ts'

/**
 * An older time is requested again: an API of another origin does not expose its `Date` header, and pushes
 * have none.
 */
const MAX_SILENCE_MS = 300_000
const TIMEOUT_MS = 4000
const RETRY_MS = 10_000
let triedAt = Number.NEGATIVE_INFINITY
let current: Promise<void> | undefined

/** Requests the time of the page's server if no recent answer contained it. Never throws. */
export function fetchServerDate(): Promise<void> {
  current ??= request().finally(() => {
    current = undefined
  })
  return current
}

async function request(): Promise<void> {
  const sentAt = performance.now()
  if (serverSilenceMs() < MAX_SILENCE_MS || sentAt - triedAt < RETRY_MS) return
  triedAt = sentAt
  try {
    const { headers } = await fetch('/Settings.json', {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    readServerDate(headers, sentAt)
  } catch {
    // The last estimate stays.
  }
}
