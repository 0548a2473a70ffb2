import { MachinesAnswer } from '../../contract/floor.ts'
import { onSessionEnd, session } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { machinesLoad, shownBrand } from '../lobby/state.ts'
import { setAllMachines } from './state.ts'

/** Grows with each player: an answer that belongs to an earlier one is dropped. */
let player = 0
let asked = false

onSessionEnd(() => {
  player++
  asked = false
})

/** Does the lobby show every machine there is, or is it about to? */
const allOnShow = () => shownBrand.peek() === undefined && ['loading', 'ready'].includes(machinesLoad.peek())

/**
 * The search was opened: asks for the names of all machines, once a session, unless the lobby has them all. In the
 * lobby's brands a machine could not be found otherwise before its brand was opened; and it is one answer that does
 * not change, instead of a request a letter. Where it does not come, what the lobby knows is found.
 */
export async function fetchAllMachines(): Promise<void> {
  if (asked || allOnShow() || session.peek().status !== 'player') return
  asked = true
  const own = player
  const answer = await call(MachinesAnswer, 'GET', '/machine/all')
  if (own !== player) return
  if (answer.ok) setAllMachines(answer.value.machines)
  // A server without the call is not asked again; one that could not be reached is, when the search is next opened.
  else if (answer.error.status === undefined) asked = false
}
