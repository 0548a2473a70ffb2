import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { RecalledSpin, RulesAnswer, SpinsAnswer } from '../../src/contract/rules.ts'
import { BRANDS } from '../brands/index.ts'
import { definitionOf } from '../games/definition.ts'
import { evaluateStops, GAMES, type GameDef, JACKPOT_SHARE } from '../games/index.ts'
import { returnOf } from '../games/rtp.ts'
import { START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

const scenes = new Map(
  BRANDS.map(({ key, game }, at) => [String(at + 1), { id: String(at + 1), name: '', brand: key, game }]),
)
const MACHINE = 701
const OTHER_MACHINE = 702

let id: string
let token: string
const server = serverOfFile({
  scene: (machineId) => scenes.get(machineId),
  rulesOf: (machineId) => GAMES[scenes.get(machineId)?.game ?? ''],
})
beforeAll(async () => {
  id = await server.addPlayer('spinner')
  token = await server.logIn('spinner')
})

const get = (url: string, by = token) => server.call('GET', `/api/${url}`, { token: by })

describe('the rules of a machine', () => {
  test.each([...scenes])(
    '%s are those of %o, and the return to player is the sum of all stops',
    async (machine, scene) => {
      const { status, body } = await get(`machine/${machine}/rules`)
      expect(status).toBe(200)
      const rules = v.parse(RulesAnswer, body)
      const def = GAMES[scene.game]
      if (!def) throw new Error(`the game ${scene.game} is missing`)
      const { numerator, denominator } = returnOf(def)
      expect(rules.baseRtp).toBeCloseTo(Number(numerator) / Number(denominator), 9)
      expect(rules.rtp).toBe(
        Math.round((Number(numerator) / Number(denominator) + JACKPOT_SHARE) * 10_000) / 10_000,
      )
      expect(rules).toMatchObject({
        kind: def.kind,
        reels: def.reels.length,
        coins: def.coins,
        stakes: def.stakes,
        jackpot: { share: JACKPOT_SHARE, symbol: def.jackpot, paid: 0.9 },
      })
      expect(rules.ways).toBe(def.kind === 'ways' ? 243 : null)
      // Every symbol of the reels has its pays and an existing picture.
      expect(rules.symbols.map(({ key }) => key).sort()).toEqual([...new Set(def.reels.flat())].sort())
      for (const { key, pays, picture, name } of rules.symbols) {
        const told = key === 'scatter' ? def.scatterPays : (def.paytable[key as 'wild'] ?? {})
        expect(Object.fromEntries(pays.map(({ count, pay }) => [count, pay]))).toEqual(told)
        if (scene.game !== 'ways243' || key !== 'wild') expect(name).toHaveProperty('ar')
        const drawn = await server.app.inject({ url: `/api${picture}` })
        expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/svg+xml'])
        expect(drawn.headers['cache-control']).toContain('max-age')
      }
    },
  )

  test('the classic holds its middle reel full of wilds during re-spins', async () => {
    const nar = [...scenes].find(([, { brand }]) => brand === 'nar')?.[0]
    const rules = v.parse(RulesAnswer, (await get(`machine/${nar}/rules`)).body)
    expect(rules.free).toEqual({ awards: [{ count: 3, rounds: 5 }], multiplier: 1, held: [2] })
  })

  test('require an existing machine', async () => {
    const no = await get('machine/999/rules')
    expect([no.status, no.body.code]).toEqual([404, 60001])
    const long = await get(`machine/${'9'.repeat(65)}/rules`)
    expect([long.status, long.body.code]).toEqual([400, 40000])
  })

  test.each(['nar/jack.svg', 'nobody/wild.svg', 'nar/low4.png', '..%2Fnar/wild.svg', 'nar/..%2F..%2Fart.ts'])(
    '%s is not found',
    async (path) => {
      expect(await get(`symbols/${path}`)).toMatchObject({ status: 404, body: { code: 60013 } })
    },
  )
})

describe("a player's last spins", () => {
  /** Stores spins of a player on a machine, oldest first; those with `settled` false are running. */
  async function spun(player: string, machine: number, wins: readonly number[], settled = true, drawn = {}) {
    const { db } = server.database
    const visit = await db
      .insertInto('visits')
      .values({ player_id: Number(player), machine_id: machine })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const win of wins) {
      const at = new Date(server.clock.now)
      server.clock.now += 3000
      await db
        .insertInto('spins')
        .values({
          ...{ request_id: `r${at.getTime()}`, machine_id: machine, player_id: Number(player) },
          ...{ visit_id: visit.id, game: 'lines10', stake: 500, free: win === 7, stops: '[]', wins: '[]' },
          ...{ win, jackpot_hit: win === 9, jackpot: win === 9 ? 100_000 : 0, free_awarded: 0 },
          ...{ created_at: at, settled_at: settled ? at : null, ...drawn },
        })
        .execute()
    }
  }
  const list = async (query: string, by = token) =>
    v.parse(SpinsAnswer, (await get(`player/spins?${query}`, by)).body)

  test('are the settled ones by page, newest first, with their wins', async () => {
    await spun(id, MACHINE, [100, 7, 9])
    await spun(id, MACHINE, [5000], false)
    const first = await list(`machineId=${MACHINE}&limit=2`)
    expect(first.rows).toMatchObject([
      { stake: 500, win: 100_009, free: false, jackpot: 100_000 },
      { stake: 500, win: 7, free: true, jackpot: 0 },
    ])
    const rest = await list(`machineId=${MACHINE}&limit=2&cursor=${first.cursor}`)
    expect(rest).toMatchObject({ rows: [{ win: 100 }], cursor: null })
    expect(Date.parse(rest.rows[0]?.time ?? '')).toBeLessThan(Date.parse(first.rows[0]?.time ?? ''))
  })

  test("are the player's own on this machine", async () => {
    const neighbour = await server.addPlayer('neighbour')
    await spun(neighbour, MACHINE, [1, 2, 3])
    await spun(id, OTHER_MACHINE, [4])
    const theirs = await list(`machineId=${MACHINE}`, await server.logIn('neighbour'))
    expect(theirs.rows.map(({ win }) => win)).toEqual([3, 2, 1])
    expect((await list(`machineId=${OTHER_MACHINE}`)).rows.map(({ win }) => win)).toEqual([4])
    expect(await list('machineId=99999')).toMatchObject({ rows: [], cursor: null })
  })

  test('are twenty by default', async () => {
    const many = await server.addPlayer('many')
    await spun(
      many,
      703,
      Array.from({ length: 25 }, (_, at) => 1000 + at),
    )
    const page = await list('machineId=703', await server.logIn('many'))
    expect(page.rows).toHaveLength(20)
    expect(page.cursor).toBe(page.rows.at(-1)?.id)
  })

  test.each([
    '',
    'machineId=',
    'machineId=abc',
    'machineId=1&machineId=2',
    `machineId=${'9'.repeat(16)}`,
    'machineId=1&limit=0',
    'machineId=1&limit=101',
    'machineId=1&limit=1.5',
    'machineId=1&cursor=-1',
    'machineId=1&cursor=x',
  ])('"%s" is an invalid request', async (query) => {
    expect(await get(`player/spins?${query}`)).toMatchObject({ status: 400, body: { code: 40000 } })
  })

  test('open with the reels as they stood, and the combinations in words', async () => {
    const { db } = server.database
    const def = GAMES.lines10 as GameDef
    const { hash, text } = definitionOf(def)
    await db.insertInto('game_definitions').values({ hash, game: def.id, definition: text }).execute()
    // Machine 1 is of the first brand. At these stops line 1 has three equal symbols.
    const stops = [3, 0, 2, 0, 0]
    const { wins } = evaluateStops(def, stops, 500, false)
    await spun(id, 1, [100], true, {
      definition: hash,
      stops: JSON.stringify(stops),
      wins: JSON.stringify(wins),
    })
    const [row] = (await list('machineId=1')).rows
    const { body } = await get(`player/spin?machineId=1&id=${row?.id}`)
    const spin = v.parse(RecalledSpin, body)
    expect(spin).toMatchObject({ ...row })
    expect(wins.length).toBeGreaterThan(0)
    expect(spin.wins).toMatchObject(
      wins.map(({ line, symbols, amount }) => ({ line: line + 1, count: symbols, amount })),
    )
    expect(spin.reels.map((reel) => reel.length)).toEqual([3, 3, 3, 3, 3])
    // Each combination's symbols are marked where its line crosses the reels.
    const marked = spin.reels.flatMap((reel, at) =>
      reel.flatMap(({ pays }, place) => (pays ? [`${at} ${place}`] : [])),
    )
    const paid = wins.flatMap(({ line, symbols }) =>
      (def.lines[line] ?? []).slice(0, symbols).map((place, at) => `${at} ${place}`),
    )
    expect(new Set(marked)).toEqual(new Set(paid))
    expect(spin.reels[0]?.[0]).toMatchObject({
      picture: expect.stringMatching(/^\/symbols\/kervan\/\w+\.svg$/),
    })
  })

  test.each([
    ['machineId=1&id=999999', 404, 60013],
    ['machineId=1&id=x', 400, 40000],
    ['machineId=1', 400, 40000],
  ])('"%s" opens none', async (query, expected, code) => {
    expect(await get(`player/spin?${query}`)).toMatchObject({ status: expected, body: { code } })
  })

  test('of another player do not open', async () => {
    const [row] = (await list(`machineId=${MACHINE}`)).rows
    await server.addPlayer('curious')
    const { status } = await get(
      `player/spin?machineId=${MACHINE}&id=${row?.id}`,
      await server.logIn('curious'),
    )
    expect(status).toBe(404)
  })
})

test('both calls are rate-limited', { timeout: START_MS }, async () => {
  const strict = await testServer({ scene: () => scenes.get('1') }, { limits: { calls: 4, logins: 100 } })
  try {
    await strict.addPlayer('hasty')
    const own = await strict.logIn('hasty')
    const asked = []
    for (const url of [
      'machine/1/rules',
      'player/spins?machineId=1',
      'player/spins?machineId=2',
      'machine/1/rules',
      'machine/2/rules',
    ]) {
      asked.push((await strict.call('GET', `/api/${url}`, { token: own })).status)
    }
    expect(asked.at(-1)).toBe(429)
    // A paytable's pictures do not count as calls.
    const drawn = await strict.app.inject({ url: '/api/symbols/nar/wild.svg' })
    expect(drawn.statusCode).toBe(200)
  } finally {
    await strict.close()
  }
})
