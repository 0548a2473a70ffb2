import { resume } from '../../core/session/actions.ts'
import { session } from '../../core/session/state.ts'
import { probing, setOnline, setProbing } from './state.ts'
import { checkForUpdate } from './update/actions.ts'

/** Asks the server whether it is there; goes on by itself where a start was broken off. Gives whether it is. */
export async function probe(): Promise<boolean> {
  if (probing.peek()) return false
  setProbing(true)
  const there = await checkForUpdate()
  setProbing(false)
  setOnline(there)
  const now = session.peek()
  // A stored token that could not be checked, because no server answered.
  if (there && now.status === 'unknown' && now.failure?.category === 'network') void resume()
  return there
}
