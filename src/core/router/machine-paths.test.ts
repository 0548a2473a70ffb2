import { expect, test } from 'vitest'
import { artPath, brandPath, gamePath } from './machine-paths.ts'

test.each(['', '.', '..'])(
  'the name "%s", which no segment of a path can hold, is replaced by the id',
  (name) => {
    const open = (path: string) => new URL(path, 'https://play.example').pathname
    expect(open(gamePath({ id: '7', name }))).toBe('/game/7/7')
    expect(open(brandPath({ id: '7', name }))).toBe('/lobby/7/7')
    expect(open(brandPath({ id: '7', name: `...${name}` }))).toBe(`/lobby/7/...${name}`)
  },
)

test('half of a surrogate pair in a name or an id does not throw', () => {
  const half = '\ud83c'
  const unknown = '%EF%BF%BD'
  expect(gamePath({ id: half, name: `Nar ${half}` })).toBe(`/game/${unknown}/Nar%20${unknown}`)
  expect(brandPath({ id: '1', name: half })).toBe(`/lobby/1/${unknown}`)
  expect(artPath(half)).toBe(`/assets/machines/${unknown}.png`)
  expect(gamePath({ id: '1', name: '🎰' })).toBe(`/game/1/${encodeURIComponent('🎰')}`)
})
