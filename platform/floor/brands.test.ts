import { afterEach, beforeEach, expect, test } from 'vitest'
import { BRANDS as ALL_BRANDS } from '../brands/index.ts'
import { GAMES } from '../games/index.ts'
import { balanceOf, jackpotOf } from '../ledger/ledger.ts'
import type { BrandDef } from '../machines/floor-plan.ts'
import { audit, createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'

/* Brands on an existing database: new packs, another order, contradictions. */

/** The brands of every database. */
const BRANDS: readonly BrandDef[] = ALL_BRANDS.filter(({ id }) => id <= 6)
const SEVENTH: BrandDef = { id: 7, key: 'pamuk', name: 'Pamuk', game: 'ways243', jackpotSeedCents: 700_000 }

let database: TestDatabase
let playerId: string
const open = async (brands: readonly BrandDef[], machines = 20) => {
  const { floor } = await createTestFloor(database.db, { brands, machines, games: GAMES })
  const shown = floor.machines(playerId)?.machines ?? []
  const list = await Promise.all(
    shown.map(async ({ id, name, brand }) => {
      const { balance } = await balanceOf(database.db, `machine:${id}`)
      return { id, name, brand, game: floor.scene(id)?.game, credit: balance }
    }),
  )
  const jackpots = floor
    .brands()
    .map(({ id, name, brand, jackpot }) => ({ id, name, brand: brand ?? '', jackpot }))
  return { floor, list, jackpots }
}
const ofBrands = <T extends { brand: string }>(list: readonly T[], brands: readonly BrandDef[]) =>
  list.filter(({ brand }) => brands.some(({ key }) => key === brand))
const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id)

beforeEach(async () => {
  database = await testDatabase()
  playerId = await createTestPlayer(database.db, 100_000)
}, 60_000)
afterEach(async () => {
  expect(await audit(database.db)).toEqual([])
  await database.drop()
})

/** A floor of the six brands, with a player's credit in the machine "Nar 02". */
async function openSix() {
  const { floor, list } = await open(BRANDS)
  const nar = list.find(({ name }) => name === 'Nar 02')?.id ?? ''
  expect(await floor.sit(playerId, nar)).toMatchObject({ ok: true })
  expect(await floor.load(playerId, nar, { requestId: 'load', amount: 4200 })).toMatchObject({ ok: true })
  await floor.stop()
  return open(BRANDS)
}

test('a new floor has the configured number of machines, one brand after the other', async () => {
  const { list } = await open(BRANDS)
  expect(list).toEqual(
    Array.from({ length: 20 }, (_, index) => {
      const { key: brand, name, game } = BRANDS[index % 6] as BrandDef
      const number = Math.floor(index / 6) + 1
      return { id: String(index + 1), name: `${name} 0${number}`, brand, game, credit: 0 }
    }),
  )
})

test('a seventh brand gets its machines, and no machine of another brand changes', async () => {
  const before = await openSix()
  expect(before.list.filter(({ credit }) => credit > 0)).toMatchObject([{ name: 'Nar 02', credit: 4200 }])
  const after = await open([...BRANDS, SEVENTH])
  expect(ofBrands(after.list, BRANDS)).toEqual(before.list)
  expect(ofBrands(after.jackpots, BRANDS)).toEqual(before.jackpots)
  expect(ofBrands(after.list, [SEVENTH])).toEqual([
    { id: '21', name: 'Pamuk 01', brand: 'pamuk', game: 'ways243', credit: 0 },
    { id: '22', name: 'Pamuk 02', brand: 'pamuk', game: 'ways243', credit: 0 },
  ])
  expect(await balanceOf(database.db, jackpotOf('7'))).toMatchObject({ balance: 700_000 })
  // The next start adds nothing more.
  expect((await open([...BRANDS, SEVENTH])).list).toEqual(after.list)
})

test('a floor that is enlarged later adds to the brands with the fewest machines', async () => {
  const before = await open(BRANDS)
  await open([...BRANDS, SEVENTH])
  const { list } = await open([...BRANDS, SEVENTH], 35)
  expect(list.slice(0, 20)).toEqual(before.list)
  expect(list).toHaveLength(35)
  for (const brand of [...BRANDS, SEVENTH]) expect(ofBrands(list, [brand])).toHaveLength(5)
})

test('a floor that is reduced keeps the first machines, the share of each brand, and those with credit', async () => {
  await openSix()
  await open([...BRANDS, SEVENTH])
  const { list } = await open([...BRANDS, SEVENTH], 7)
  expect(list.map(({ name }) => name)).toEqual([
    ...BRANDS.map(({ name }) => `${name} 01`),
    'Kervan 02',
    'Nar 02',
    'Pamuk 01',
  ])
})

test('reordered brands keep their ids, names, machines and jackpots', async () => {
  const before = await openSix()
  const reordered = [...BRANDS].reverse()
  const after = await open(reordered)
  expect(after.list).toEqual(before.list)
  expect([...after.jackpots].sort(byId)).toEqual(before.jackpots)
  expect(after.jackpots.map(({ brand }) => brand)).toEqual(reordered.map(({ key }) => key))
})

test('a brand added in the middle of the list changes no other', async () => {
  const before = await openSix()
  const { list } = await open([...BRANDS.slice(0, 2), SEVENTH, ...BRANDS.slice(2)])
  expect(ofBrands(list, BRANDS)).toEqual(before.list)
})

test("a renamed brand's machines keep their names", async () => {
  const before = await openSix()
  const [first, ...others] = BRANDS.map((brand) => ({ ...brand }))
  const renamed = { ...(first as BrandDef), name: 'Kervansaray' }
  const after = await open([renamed, ...others])
  expect(after.list).toEqual(before.list)
  expect(after.jackpots[0]).toMatchObject({ id: '1', brand: 'kervan', name: 'Kervansaray' })
})

test.each([
  ['id is another brand’s', { ...SEVENTH, id: 3 }],
  ['key is another brand’s', { ...SEVENTH, key: 'nar' }],
])('a pack whose %s is refused, and nothing changes', async (_, pack) => {
  const before = await openSix()
  const others = BRANDS.filter(({ key }) => key !== 'nar')
  await expect(open([...others, pack])).rejects.toThrow(/^a brand's id and key never change: .*3 nar/)
  expect((await open(BRANDS)).list).toEqual(before.list)
})
