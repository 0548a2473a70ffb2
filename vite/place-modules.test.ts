import { expect, test } from 'vitest'
import { placeModules } from './place-modules.ts'

const CHUNKS = [
  { name: 'first', after: [], entries: ['main'] },
  { name: 'app', after: ['first'], entries: ['app'] },
  { name: 'lobby', after: ['app'], entries: ['lobby'] },
  { name: 'game', after: ['app'], entries: ['game'] },
  { name: 'menu', after: ['lobby'], entries: ['menu'] },
]

/** Places the entries of CHUNKS and these: importers, and what they import; `later:` by import(). */
function place(imports: Record<string, string>) {
  const ids = new Set([
    ...CHUNKS.flatMap(({ entries }) => entries),
    ...Object.entries(imports).flatMap(([id, all]) => [
      id,
      ...all.split(' ').map((one) => one.replace('later:', '')),
    ]),
  ])
  const graph = [...ids].map((id) => {
    const all = imports[id]?.split(' ') ?? []
    const later = all.filter((one) => one.startsWith('later:'))
    return [
      id,
      { now: all.filter((one) => !later.includes(one)), later: later.map((one) => one.slice(6)) },
    ] as const
  })
  return Object.fromEntries(placeModules(CHUNKS, new Map(graph)))
}

test.each([
  ['what one chunk imports lies in it', { menu: 'a' }, 'menu'],
  ['what two chunks import lies in the one that the other comes after', { menu: 'a', lobby: 'a' }, 'lobby'],
  ['else in the last that both come after', { menu: 'a', game: 'a' }, 'app'],
  ['an importer counts by the chunk in which it lies', { menu: 'b', game: 'b', b: 'a' }, 'app'],
  ['a chunk without a row keeps what it alone imports', { menu: 'later:x', x: 'a' }, 'x'],
  ['it comes after its importer', { menu: 'a later:x', x: 'a' }, 'menu'],
  ['and after what all its importers come after', { menu: 'a later:x', game: 'later:x', x: 'a' }, 'app'],
  ['two of them share in a row', { menu: 'later:x later:y', x: 'a', y: 'a' }, 'menu'],
  ['a circle has a place', { menu: 'b', b: 'a', a: 'b', game: 'a' }, 'app'],
])('%s', (_, imports, chunk) => {
  expect(place(imports).a).toBe(chunk)
})

test('an entry stays in its row, whoever imports it', () => {
  expect(place({ menu: 'game lobby', main: 'later:menu' })).toMatchObject({ game: 'game', menu: 'menu' })
})

test('chunks without a common one cannot share', () => {
  const apart = [...CHUNKS, { name: 'alone', after: [], entries: ['alone'] }]
  const graph = new Map(
    apart.flatMap(({ entries }) => entries.map((id) => [id, { now: ['a'], later: [] }] as const)),
  )
  expect(() => placeModules(apart, graph)).toThrow('a is imported by chunks')
})
