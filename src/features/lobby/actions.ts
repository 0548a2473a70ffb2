import { BrandsAnswer, MachinesAnswer } from '../../contract/floor.ts'
import { call } from '../../net/api.ts'
import {
  brandsAsked,
  brandsLoad,
  dropMachines,
  floorSeen,
  machinesAsked,
  machinesLoad,
  showMachines,
  shownBrand,
  takeBrands,
  takeMachines,
} from './state.ts'

/** Asks for the brands with their jackpots. */
export async function loadBrands(): Promise<void> {
  const mark = brandsAsked()
  const answer = await call(BrandsAnswer, 'GET', '/machine/brands')
  takeBrands(answer.ok ? answer.value : undefined, mark)
  if (answer.ok) floorSeen(performance.now())
}

let lastAsked = 0

async function fetchMachines(brand: string | undefined): Promise<void> {
  const asked = ++lastAsked
  const mark = machinesAsked()
  const path = brand === undefined ? '/machine/all' : `/machine/${encodeURIComponent(brand)}`
  const answer = await call(MachinesAnswer, 'GET', path)
  // Another brand was opened, or the same one asked for again, while this was under way.
  if (asked !== lastAsked) dropMachines({ late: true })
  else if (answer.ok) {
    takeMachines(answer.value.machines, mark)
    floorSeen(performance.now())
  } else dropMachines()
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
