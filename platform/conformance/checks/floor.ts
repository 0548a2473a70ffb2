import * as v from 'valibot'
import { Code } from '../../../src/contract/codes.ts'
import { Brand, BrandsAnswer, Machine, MachinesAnswer } from '../../../src/contract/floor.ts'
import { MACHINE_STATUSES } from '../../../src/contract/http.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import { formatJson } from '../client/exchange.ts'
import type { Call } from '../client/http.ts'
import { type Kit, need, type Session } from '../client/kit.ts'
import { expectAnswer, expectRefusal, expectThat, mismatchOf, type Shape, shape } from '../client/shapes.ts'
import { Violation } from '../report/findings.ts'

const BRAND = shape('floor', 'Brand', Brand)
const BRANDS = shape('floor', 'BrandsAnswer', BrandsAnswer)
const MACHINE = shape('floor', 'Machine', Machine)
const MACHINES = shape('floor', 'MachinesAnswer', MachinesAnswer)
const STATUSES: readonly unknown[] = MACHINE_STATUSES
const UNKNOWN_ID = 'conformance-unknown'

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

/** Reads brands and machines. */
export async function checkFloor(kit: Kit, { token }: Session): Promise<FloorView | undefined> {
  const { recorder } = kit
  recorder.begin('Floor')
  const brands = await recorder.check('GET /machine/brands lists the brands', async () => {
    const call = await kit.call('GET', '/machine/brands', { token })
    expectItems(call, call.body, BRAND)
    const list = expectAnswer(call, BRANDS)
    expectUnique(
      call,
      list.map(({ id }) => id),
      BRAND.where,
    )
    expectJackpots(call, list)
    noteAbsent(recorder, 'optional fields of the brands', BrandsAnswer, call.body)
    return list
  })
  const machines = await recorder.check('GET /machine/all lists the machines', async () => {
    const call = await kit.call('GET', '/machine/all', { token })
    const list = readMachines(call)
    const { machines } = call.body as { machines?: unknown }
    noteAbsent(recorder, 'optional fields of the machines', v.array(Machine), machines)
    return list
  })
  await recorder.check("GET /machine/{id} lists a brand's machines", async () => {
    const [brand] = need(brands, 'The brands could not be read.')
    const { id } = need(brand, 'There is no brand.')
    const call = await kit.call('GET', `/machine/${encodeURIComponent(id)}`, { token })
    const list = readMachines(call)
    const foreign = list.find((machine) => machines && !machines.some((other) => other.id === machine.id))
    expectThat(
      !foreign,
      call,
      `only machines of GET /machine/all (${foreign?.id} is not there)`,
      MACHINES.where,
    )
  })
  await recorder.check('an unknown brand is refused', async () => {
    const call = await kit.call('GET', `/machine/${UNKNOWN_ID}`, { token })
    expectRefusal(call, [Code.notFound, Code.machineNotFound])
  })
  return machines && { machines }
}

/** The machines of a list that match the contract. */
export function readMachines(call: Call): Machine[] {
  expectItems(call, (call.body as { machines?: unknown } | undefined)?.machines, MACHINE)
  const { machines } = expectAnswer(call, MACHINES)
  expectUnique(
    call,
    machines.map(({ id }) => id),
    MACHINE.where,
  )
  const raw = (call.body as { machines: { id: unknown; status?: unknown }[] }).machines
  const strange = raw.find(({ status }) => !STATUSES.includes(status))
  const expected = `a status of ${MACHINE_STATUSES.join(', ')}; the app shows ${JSON.stringify(strange?.status)} as unknown`
  expectThat(!strange, call, expected, 'src/contract/http.ts, MACHINE_STATUSES')
  return machines
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
