import { BrandsAnswer, MachinesAnswer } from '../../contract/floor.ts'
import { ALL_MACHINES_PATH, BRANDS_PATH, machinesPath } from '../../contract/floor-paths.ts'
import { encodePart } from '../../core/router/machine-paths.ts'
import { call } from '../../net/api.ts'
import { preload } from '../../net/vite-preload.ts'
import {
  applyBrands,
  applyMachines,
  beginBrandsRequest,
  beginMachinesRequest,
  brandsLoad,
  failBrandsRequest,
  failMachinesRequest,
  machinesLoad,
  showMachines,
  shownBrand,
} from './state.ts'

/** Fetches the brands with their jackpots. */
export async function loadBrands(): Promise<void> {
  const mark = beginBrandsRequest()
  const answer = await call(BrandsAnswer, 'GET', BRANDS_PATH)
  if (answer.ok) applyBrands(answer.value, mark, performance.now())
  else failBrandsRequest(mark, answer.error)
}

async function fetchMachines(brand: string | undefined): Promise<void> {
  const mark = beginMachinesRequest()
  const path = brand === undefined ? ALL_MACHINES_PATH : machinesPath(encodePart(brand))
  const answer = await call(MachinesAnswer, 'GET', path)
  if (answer.ok) applyMachines(answer.value.machines, mark, answer.value.name, performance.now())
  else failMachinesRequest(mark, answer.error)
}

/** Shows the machines of a brand, or all of them (undefined). */
export function openMachines(brand: string | undefined): Promise<void> {
  showMachines(brand)
  return fetchMachines(brand)
}

/** Fetches the shown lists again; they stay until the answers arrive. */
export async function refreshLobby(): Promise<void> {
  const work: Promise<void>[] = []
  if (brandsLoad.peek() !== 'idle') work.push(loadBrands())
  if (machinesLoad.peek() !== 'idle') work.push(fetchMachines(shownBrand.peek()))
  await Promise.all(work)
}

let operatorStyles: Promise<void> | undefined

/** Loads the operator's own style sheet, once per page. Without it the lobby keeps the app's look. */
export function loadOperatorStyles(): Promise<void> {
  operatorStyles ??= preload(async () => {}, ['operator.css']).catch(() => {})
  return operatorStyles
}
