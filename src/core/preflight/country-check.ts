import { fetchCountryCheck } from '../../net/country-check.ts'
import { settings } from '../settings/settings.ts'
import { write } from '../storage/storage.ts'
import { gate, setGate } from './state.ts'

let isChecking = false

/** Goes through the country check, if the operator wants one. */
export async function runCountryCheck(): Promise<void> {
  const { apiUrl, countryCheck } = settings.peek()
  if (!countryCheck) return setGate(undefined)
  if (isChecking) return
  isChecking = true
  setGate({ at: 'checking' })
  const answer = await fetchCountryCheck(apiUrl)
  isChecking = false
  if (answer?.status) setGate(undefined)
  else if (answer)
    setGate({ at: 'blocked', country: answer.country ?? undefined, ip: answer.ip ?? undefined })
  else setGate({ at: 'checkFailed' })
}

/** The player goes on in a browser that we do not recommend, and is not asked again. */
export async function continueAnyway(): Promise<void> {
  if (gate.peek()?.at !== 'browser') return
  write('local', 'reelcast.browser', '1')
  await runCountryCheck()
}
