import * as v from 'valibot'
import { BRANDS } from '../../brands/index.ts'
import { lineAndColumn, offsetAt, parseJson, repeatedKeys } from '../../config/settings/parse-json.ts'
import type { BrandDef, FloorPlan, PlannedMachine } from '../floor-plan.ts'
import { FloorFile, MAX_MACHINES } from './schema.ts'

/** A mistake in the file; line and column from 1. */
export interface FloorMistake {
  readonly line: number
  readonly column: number
  readonly text: string
}

type Path = readonly (string | number)[]
interface Problem {
  readonly path: Path
  readonly text: string
}

/** A path in words: `machines, item 3, "stakes"`. */
const locate = (path: Path): string =>
  path
    .map((part) => String(part))
    .map((part, at) => (/^\d+$/.test(part) ? `item ${Number(part) + 1}` : at === 0 ? part : `"${part}"`))
    .join(', ')

function shapeProblems(value: unknown): Problem[] {
  if (Array.isArray(value)) return [{ path: [], text: 'the file must be an object between { and }' }]
  const read = v.safeParse(FloorFile, value)
  if (read.success) return []
  // A number may violate two bounds at once: one issue per path is enough.
  const issues = new Map(read.issues.map((issue) => [v.getDotPath(issue), issue]))
  return [...issues.values()].map((issue) => {
    const path = (issue.path ?? []).map((part) => String(part.key))
    const name = String(path.at(-1))
    if (issue.expected === 'never') return { path, text: `${locate(path)} is no key that exists` }
    if (issue.type === 'strict_object' && issue.input === undefined)
      return { path: path.slice(0, -1), text: `${locate(path.slice(0, -1)) || 'the file'} has no "${name}"` }
    const text = issue.type === 'strict_object' ? 'must be an object between { and }' : issue.message
    return { path, text: `${locate(path) || 'the file'} ${text}` }
  })
}

/** The brands of the file, and the packs that its machines use besides, in the order of their display. */
function planBrands({ brands, machines }: FloorFile, report: (path: Path, text: string) => void): BrandDef[] {
  const planned = new Map<string, BrandDef>()
  for (const [at, { key, jackpot, ...brand }] of brands.entries()) {
    const pack = BRANDS.find((candidate) => candidate.key === key)
    const { id = pack?.id, name = pack?.name, game = pack?.game } = brand
    if (pack && brand.id !== undefined)
      report(['brands', at, 'id'], `is given for "${key}", which is a brand pack with an id of its own`)
    if (planned.has(key)) report(['brands', at, 'key'], `"${key}" is the key of another brand too`)
    if ([...planned.values()].some((other) => other.id === id))
      report(['brands', at, 'id'], `${id} is the id of another brand too`)
    if (id === undefined || name === undefined || game === undefined) {
      report(['brands', at], `"${key}" is no brand pack, and needs an id, a name and a game`)
      continue
    }
    const cents = jackpot === undefined ? (pack?.jackpotSeedCents ?? 0) : Math.round(jackpot * 100)
    planned.set(key, { id, key, name, game, jackpotSeedCents: cents })
  }
  for (const pack of BRANDS) {
    if (planned.has(pack.key) || !machines.some(({ brand }) => brand === pack.key)) continue
    const { id, key, name, game, jackpotSeedCents } = pack
    planned.set(key, { id, key, name, game, jackpotSeedCents })
  }
  return [...planned.values()]
}

const CENTS = 100
const toCents = (stakes: readonly number[] | undefined) => stakes?.map((stake) => stake * CENTS)

function planMachines(
  { brands, machines }: FloorFile,
  planned: readonly BrandDef[],
  report: (path: Path, text: string) => void,
): PlannedMachine[] {
  const byId = new Map<number, PlannedMachine>()
  const names = new Set<string>()
  const hashes = new Set<string>()
  const cameras = new Set<string>()
  const plan = (at: number, machine: PlannedMachine) => {
    if (byId.has(machine.id)) report(['machines', at, 'id'], `${machine.id} is the id of another machine too`)
    else if (names.has(machine.name))
      report(['machines', at, 'name'], `"${machine.name}" is the name of another machine too`)
    byId.set(machine.id, machine)
    names.add(machine.name)
  }
  for (const [at, { id, count, name, driver, key, video, ...machine }] of machines.entries()) {
    const brand = planned.find((candidate) => candidate.key === machine.brand)
    if (!brand) {
      if (!brands.some((candidate) => candidate.key === machine.brand))
        report(['machines', at, 'brand'], `"${machine.brand}" is neither among the brands nor a brand pack`)
      continue
    }
    if (driver === 'controller' && count !== undefined)
      report(['machines', at, 'count'], 'is for drawn machines: each controller has a key of its own')
    if (driver === 'controller' && machine.stakes)
      report(['machines', at, 'stakes'], 'are announced by the cabinet of a controller')
    if (driver === 'controller' && key === undefined)
      report(['machines', at], 'has a controller, and no "key": npm run machines -- key makes one')
    if (driver === 'simulated' && key !== undefined)
      report(['machines', at, 'key'], 'is for a machine with "driver": "controller"')
    if (key !== undefined && hashes.has(key))
      report(['machines', at, 'key'], 'is the key of another machine too')
    if (key !== undefined) hashes.add(key)
    if (driver === 'simulated' && video)
      report(['machines', at, 'video'], 'is for a machine with "driver": "controller"')
    if (video && cameras.has(video.url))
      report(['machines', at, 'video', 'url'], 'is the address of another machine too')
    if (video) cameras.add(video.url)
    const stakes = driver === 'controller' ? undefined : (machine.stakes ?? stakesOf(brands, brand.key))
    const common = {
      ...{ brand: brand.id, stakes: toCents(stakes), driver, keyHash: key?.slice('sha256:'.length) },
      camera: video && { url: video.url, api: video.api },
    }
    const width = (count ?? 0) > 99 ? String(count).length : 2
    for (let number = 1; number <= (count ?? 1); number += 1) {
      const numbered = count === undefined ? name : `${name} ${String(number).padStart(width, '0')}`
      plan(at, { id: id + number - 1, name: numbered, ...common })
    }
  }
  if (byId.size > MAX_MACHINES) report(['machines'], `are ${byId.size}, more than ${MAX_MACHINES}`)
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

const stakesOf = (brands: FloorFile['brands'], brandKey: string) =>
  brands.find(({ key }) => key === brandKey)?.stakes

/** The plan of a floor file's text, or all mistakes in the order of the file. Never throws. */
export function readFloor(text: string): { plan: FloorPlan } | { mistakes: readonly FloorMistake[] } {
  const read = parseJson(text, { allowsComments: true })
  if (!read.ok)
    return {
      mistakes: [{ ...lineAndColumn(text, read.offset), text: `This is not valid JSON: ${read.problem}.` }],
    }
  const { value, tree } = read
  const found = repeatedKeys(tree).map(({ key, offset }) => ({ offset, text: `"${key}" is repeated here` }))
  const add = ({ path, text: words }: Problem) =>
    found.push({ offset: offsetAt(tree, path.map(String)), text: words })
  shapeProblems(value).forEach(add)
  let plan: FloorPlan = { brands: [], machines: [] }
  if (found.length === 0) {
    const file = v.parse(FloorFile, value)
    const report = (path: Path, words: string) => add({ path, text: `${locate(path)} ${words}` })
    const brands = planBrands(file, report)
    plan = { brands, machines: planMachines(file, brands, report) }
  }
  if (found.length === 0) return { plan }
  const mistakes = found
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, text: words }) => ({ ...lineAndColumn(text, offset), text: `${words}.` }))
  return { mistakes }
}
