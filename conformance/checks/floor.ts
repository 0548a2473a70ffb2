import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { Brand, BrandsAnswer, Machine, MachinesAnswer } from '../../src/contract/floor.ts'
import { MACHINE_STATUSES } from '../../src/contract/http.ts'
import { readTolerantly } from '../../src/contract/tolerant.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import { formatJson } from '../client/exchange.ts'
import type { Call } from '../client/http.ts'
import { type Kit, need, type Session } from '../client/kit.ts'
import {
  expectAnswer,
  expectRefusal,
  expectThat,
  isTime,
  mismatchOf,
  type Shape,
  shape,
} from '../client/shapes.ts'
import { Unchecked, Violation } from '../report/findings.ts'

const BRAND = shape('floor', 'Brand', Brand)
const BRANDS = shape('floor', 'BrandsAnswer', BrandsAnswer)
const MACHINE = shape('floor', 'Machine', Machine)
const MACHINES = shape('floor', 'MachinesAnswer', MachinesAnswer)
export const LISTS_MACHINES = 'GET /machine/all lists the machines'
const STATUSES: readonly unknown[] = MACHINE_STATUSES
export const UNKNOWN_ID = 'conformance-unknown'

/** Checks each item alone, because the app drops an invalid one and keeps the others. */
function expectItems(call: Call, items: unknown, { schema, where }: Shape): void {
  if (!Array.isArray(items)) return
  for (const [at, item] of items.entries()) {
    const mismatch = mismatchOf(schema, item)
    if (mismatch === undefined) continue
    throw new Violation({
      sent: call.sent,
      got: formatJson(item),
      expected: `item ${at}: ${mismatch}`,
      where,
    })
  }
}

function expectUnique(call: Call, ids: readonly string[], where: string): void {
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  expectThat(twice === undefined, call, `each id once (${twice} is there twice)`, where)
}

export interface FloorView {
  readonly machines: readonly Machine[]
}

/** Reads brands and machines; undefined if the app could not show the machines. */
export async function checkFloor(kit: Kit, { token }: Session): Promise<FloorView | undefined> {
  const { recorder } = kit
  recorder.begin('Floor')
  const brandsTitle = 'GET /machine/brands lists the brands'
  let brands: readonly Brand[] | undefined
  await recorder.check(brandsTitle, async () => {
    const call = await kit.call('GET', '/machine/brands', { token })
    brands = usable(BrandsAnswer, call)
    expectItems(call, call.body, BRAND)
    const list = expectAnswer(call, BRANDS)
    expectUnique(
      call,
      list.map(({ id }) => id),
      BRAND.where,
    )
    expectJackpots(call, list)
    expectFreeCounts(call, list)
    noteAbsent(recorder, 'optional fields of the brands', BrandsAnswer, call.body)
  })
  let machines: readonly Machine[] | undefined
  const isListed = await recorder.check(LISTS_MACHINES, async () => {
    const call = await kit.call('GET', '/machine/all', { token })
    machines = readMachines(call)
    expectMachines(call)
    const { machines: raw } = call.body as { machines?: unknown }
    noteAbsent(recorder, 'optional fields of the machines', v.array(Machine), raw)
    return true
  })
  await recorder.check("GET /machine/{id} lists a brand's machines", async () => {
    const [brand] = need(brands, brandsTitle)
    if (!brand) throw new Unchecked('There is no brand.')
    const call = await kit.call('GET', `/machine/${encodeURIComponent(brand.id)}`, { token })
    const list = expectMachines(call)
    need(isListed, LISTS_MACHINES)
    const foreign = list.find((machine) => !machines?.some(({ id }) => id === machine.id))
    const expected = `only machines of GET /machine/all (${foreign?.id} is not there)`
    expectThat(!foreign, call, expected, MACHINES.where)
  })
  await recorder.check('an unknown brand is refused', async () => {
    const call = await kit.call('GET', `/machine/${UNKNOWN_ID}`, { token })
    expectRefusal(call, [Code.notFound, Code.machineNotFound])
  })
  return machines && { machines }
}

/** What the app uses of an answer; undefined if it can use nothing. */
function usable<S extends v.GenericSchema>(schema: S, call: Call): v.InferOutput<S> | undefined {
  const read = call.status < 300 ? readTolerantly(schema, call.body) : undefined
  return read?.ok ? read.output : undefined
}

/** The readable machines of a list. Machines that share an id are left out. */
export function readMachines(call: Call): readonly Machine[] | undefined {
  const list = usable(MachinesAnswer, call)?.machines
  return list?.filter(({ id }) => list.filter((other) => other.id === id).length === 1)
}

/** The machines of a list, each of which must match the contract. */
function expectMachines(call: Call): Machine[] {
  expectItems(call, (call.body as { machines?: unknown } | undefined)?.machines, MACHINE)
  const { machines } = expectAnswer(call, MACHINES)
  expectUnique(
    call,
    machines.map(({ id }) => id),
    MACHINE.where,
  )
  const raw = (call.body as { machines: Record<string, unknown>[] }).machines
  const strange = raw.find(({ status }) => !STATUSES.includes(status))
  const expected = `a status of ${MACHINE_STATUSES.join(', ')}; the app shows ${JSON.stringify(strange?.status)} as unknown`
  expectThat(!strange, call, expected, 'src/contract/http.ts, MACHINE_STATUSES')
  const wrongTime = raw
    .map(({ reservedUntil }) => reservedUntil)
    .find((time) => time != null && !isTime(time))
  expectThat(
    wrongTime === undefined,
    call,
    `"reservedUntil" as ISO 8601 with a zone, not ${JSON.stringify(wrongTime)}`,
    MACHINE.where,
  )
  expectAmounts(call, machines)
  return machines
}

/** The amounts of the cards. */
function expectAmounts(call: Call, machines: readonly Machine[]): void {
  for (const { id, minStake, maxStake, lastBigWin } of machines) {
    const inOrder = (minStake ?? 1) > 0 && (minStake ?? 0) <= (maxStake ?? Number.MAX_SAFE_INTEGER)
    const stakes = `0 < "minStake" <= "maxStake" of machine ${id}, not ${minStake} and ${maxStake}`
    expectThat(inOrder, call, stakes, MACHINE.where)
    const win = `"lastBigWin" of machine ${id} above 0, or no such field, not ${lastBigWin}`
    expectThat((lastBigWin ?? 1) > 0, call, win, MACHINE.where)
  }
}

function expectFreeCounts(call: Call, brands: readonly Brand[]): void {
  const wrong = brands.find(({ machineCount, freeCount }) => (freeCount ?? 0) > (machineCount ?? Infinity))
  const expected = `no more free machines than machines of brand ${wrong?.id}, not ${wrong?.freeCount} of ${wrong?.machineCount}`
  expectThat(!wrong, call, expected, BRAND.where)
}

function expectJackpots(call: Call, brands: readonly Brand[]): void {
  const wrong = brands.find(({ jackpot }) => !/^(\s*\d+\s*(,\s*\d+\s*)*)?$/.test(jackpot))
  expectThat(
    !wrong,
    call,
    `jackpots as whole cents with commas between, not "${wrong?.jackpot}"`,
    BRAND.where,
  )
}
