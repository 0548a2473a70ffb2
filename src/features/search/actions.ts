import { navigate } from 'wouter/use-browser-location'
import { MachinesAnswer } from '../../contract/floor.ts'
import { createLoginLatest, onSessionEnd, session } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { loadBrands } from '../lobby/actions.ts'
import { brandsLoad, machinesLoad, shownBrand } from '../lobby/state.ts'
import type { Entry } from './rank.ts'
import { setAllMachines } from './state.ts'

const logins = createLoginLatest()
let requested = false

onSessionEnd(() => {
  requested = false
})

/** Whether the lobby has, or is loading, every machine. */
const lobbyHasAll = () =>
  shownBrand.peek() === undefined && ['loading', 'ready'].includes(machinesLoad.peek())

/**
 * Fetches the names of all machines once per login, unless the lobby has them all: one request in place of
 * one per typed letter. Without it the search finds no machine of a brand that has not been opened. On
 * failure the search knows only the lobby's machines.
 */
export async function fetchAllMachines(): Promise<void> {
  if (requested || lobbyHasAll() || session.peek().status !== 'player') return
  requested = true
  // Brand names and hot flags, for a page that was opened without the lobby.
  if (brandsLoad.peek() === 'idle') void loadBrands()
  const login = logins.mark()
  const answer = await call(MachinesAnswer, 'GET', '/machine/all')
  if (logins.isStale(login)) return
  if (answer.ok) setAllMachines(answer.value.machines)
  // A server without this call is not asked again; an unreachable one is, at the next opening of the search.
  else if (answer.error.status === undefined) requested = false
}

/** Opens an entry: in a new tab if it is an external link or `newTab` is set. */
export function navigateTo({ url, item }: Entry, newTab: boolean): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  if (item?.type !== 'link' && !newTab) {
    navigate(url)
    return
  }
  const link = document.createElement('a')
  link.href = url
  link.target = (!newTab && item?.type === 'link' && item.target) || '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
