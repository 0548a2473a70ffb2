import { askWhere } from '../../net/country-check.ts'
import { settings } from '../settings/settings.ts'
import { write } from '../storage/storage.ts'
import { gate, stand } from './state.ts'

let asking = false

/** Goes through the country check, if the operator wants one. */
export async function pass(): Promise<void> {
  const { apiUrl, countryCheck } = settings.peek()
  if (!countryCheck) return stand(undefined)
  if (asking) return
  asking = true
  stand({ at: 'checking' })
  const answer = await askWhere(apiUrl)
  asking = false
  if (answer?.status) stand(undefined)
  else if (answer) stand({ at: 'blocked', country: answer.country ?? undefined, ip: answer.ip ?? undefined })
  else stand({ at: 'checkFailed' })
}

/** The player goes on in a browser that we do not recommend, and is not asked again. */
export async function goOn(): Promise<void> {
  if (gate.peek()?.at !== 'browser') return
  write('local', 'reelcast.browser', '1')
  await pass()
}
