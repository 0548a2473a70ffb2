import { fetchCountryCheck } from '../../net/country-check.ts'
import { settings } from '../settings/settings.ts'
import { read, write } from '../storage/storage.ts'
import { gate, setGate } from './state.ts'

let isChecking = false

/** Runs the country check if the operator has enabled it. */
export async function runCountryCheck(): Promise<void> {
  const { apiUrl, countryCheck } = settings.peek()
  if (!countryCheck) return setGate(undefined)
  if (isChecking) return
  isChecking = true
  setGate({ kind: 'checking' })
  // The stored token, in the order of session/stored-token.ts, which this folder cannot import.
  const token = read('session', 'reelcast.token') ?? read('local', 'reelcast.token')
  const answer = await fetchCountryCheck(apiUrl, token)
  isChecking = false
  if (answer?.status) setGate(undefined)
  else if (answer)
    setGate({ kind: 'blocked', country: answer.country ?? undefined, ip: answer.ip ?? undefined })
  else setGate({ kind: 'checkFailed' })
}

/** The player continues in a browser that is not recommended; the choice is stored. */
export async function continueAnyway(): Promise<void> {
  if (gate.peek()?.kind !== 'browser') return
  write('local', 'reelcast.browser', '1')
  await runCountryCheck()
}
