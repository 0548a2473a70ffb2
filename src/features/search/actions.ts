import { navigate } from 'wouter/use-browser-location'
import { session } from '../../core/session/state.ts'
import { loadBrands } from '../lobby/actions.ts'
import { loadAllMachines } from '../lobby/all-machines/actions.ts'
import { brandsLoad, machinesLoad, shownBrand } from '../lobby/state.ts'
import type { Entry } from './rank.ts'

/** Whether the lobby has, or is loading, every machine. */
const lobbyHasAll = () =>
  shownBrand.peek() === undefined && ['loading', 'ready'].includes(machinesLoad.peek())

/**
 * Loads all machines, unless the lobby has them: one request in place of one per typed letter. Without them
 * the search finds no machine of a brand that has not been opened.
 */
export async function loadSearchedMachines(): Promise<void> {
  if (lobbyHasAll() || session.peek().status !== 'player') return
  // Brand names and hot flags, for a page that was opened without the lobby.
  if (brandsLoad.peek() === 'idle') void loadBrands()
  await loadAllMachines()
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
