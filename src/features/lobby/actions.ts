import { BrandsAnswer, MachinesAnswer } from '../../contract/floor.ts'
import { encodePart } from '../../core/router/paths.ts'
import { call } from '../../net/api.ts'
import {
  applyBrands,
  applyMachines,
  beginBrandsRequest,
  beginMachinesRequest,
  brandsLoad,
  failBrandsRequest,
  failMachinesRequest,
  machinesLoad,
  setLastUpdated,
  showMachines,
  shownBrand,
} from './state.ts'

/** Asks for the brands with their jackpots. */
export async function loadBrands(): Promise<void> {
  const mark = beginBrandsRequest()
  const answer = await call(BrandsAnswer, 'GET', '/machine/brands')
  if (!answer.ok) return failBrandsRequest(answer.error)
  applyBrands(answer.value, mark)
  setLastUpdated(performance.now())
}

let latestRequest = 0

async function fetchMachines(brand: string | undefined): Promise<void> {
  const asked = ++latestRequest
  const mark = beginMachinesRequest()
  const path = brand === undefined ? '/machine/all' : `/machine/${encodePart(brand)}`
  const answer = await call(MachinesAnswer, 'GET', path)
  // Another brand was opened, or the same one asked for again, while this was under way.
  if (asked !== latestRequest) failMachinesRequest()
  else if (answer.ok) {
    applyMachines(answer.value.machines, mark, answer.value.name)
    setLastUpdated(performance.now())
  } else failMachinesRequest(answer.error)
}

/** Shows the machines of a brand, or all of them (undefined). */
export function openMachines(brand: string | undefined): Promise<void> {
  showMachines(brand)
  return fetchMachines(brand)
}

/** Asks again for what is on show; it stays on show until the answer is there. */
export async function refreshLobby(): Promise<void> {
  const work: Promise<void>[] = []
  if (brandsLoad.peek() !== 'idle') work.push(loadBrands())
  if (machinesLoad.peek() !== 'idle') work.push(fetchMachines(shownBrand.peek()))
  await Promise.all(work)
}
