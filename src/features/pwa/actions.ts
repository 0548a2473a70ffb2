import { resume } from '../../core/session/actions.ts'
import { session } from '../../core/session/state.ts'
import { probing, setOnline, setProbing } from './state.ts'
import { checkForUpdate } from './update/actions.ts'

/** Probes the server, and resumes an interrupted start. Returns whether the server answered. */
export async function probe(): Promise<boolean> {
  if (probing.peek()) return false
  setProbing(true)
  const there = await checkForUpdate()
  setProbing(false)
  setOnline(there)
  const now = session.peek()
  // The stored token could not be validated, because no server answered.
  if (there && now.status === 'unknown' && now.failure?.category === 'network') void resume()
  return there
}
