import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ALL_SETTINGS } from '../../src/contract/settings-operator.ts'
import { type Clause, readNorms, readRawNorms, stateOf, testsOf } from './clauses.ts'
import { findFaults, type Known } from './find-faults.ts'
import { normsFiles } from './generated-files.ts'
import { testTitles } from './test-titles.ts'

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const norms = readNorms()

const read = new Map<string, ReadonlySet<string> | undefined>()
const known: Known = {
  today: new Date().toJSON().slice(0, 10),
  settings: new Set(Object.keys(ALL_SETTINGS)),
  titlesOf(file) {
    if (!read.has(file))
      read.set(file, existsSync(inRoot(file)) ? testTitles(readFileSync(inRoot(file), 'utf8')) : undefined)
    return read.get(file)
  },
}

test('the list of norms agrees with the tests, the settings and the calendar', () => {
  expect(findFaults(readRawNorms(), known)).toEqual([])
})

test.each(Object.entries(normsFiles(norms)))('%s is made from the list (npm run norms)', (path, text) => {
  expect(readFileSync(inRoot(path), 'utf8')).toBe(text)
})

test('a title is that of a test that runs, as it is written', () => {
  const source = `
    // test('in a comment', () => {})
    describe('of a group', () => {
      test('plain', () => {})
      test.each([1])('of a \${table} %s', () => {})
      for (const name of names) test(\`of \${name}\`, () => {})
      test.skip('skipped', () => {})
      describe.skip('skipped', () => { test('in a skipped group', () => {}) })
      expect('no title')
    })`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source text of a template
  expect([...testTitles(source)]).toEqual(['plain', 'of a ${table} %s', 'of ${name}'])
})

type Changed = Record<string, unknown>
/** The list with one clause in the place of another one, or with none there. */
const withClause = (old: Clause, ...changed: Changed[]) => ({
  ...norms,
  clauses: norms.clauses.flatMap((one): unknown[] => (one === old ? changed : [one])),
})
const without = (one: Clause, key: string): Changed =>
  Object.fromEntries(Object.entries(one).filter(([name]) => name !== key))

/** Lies that can be told of a clause, by name. */
function liesOf(one: Clause): [lie: string, list: unknown][] {
  const [first, ...others] = testsOf(one)
  const state = stateOf(one)
  const source = norms.sources[one.source]
  const lies: [string, unknown][] = [
    ['a clause without a holder', withClause(one, without(one, 'holder'))],
    ['an unknown holder', withClause(one, { ...one, holder: 'nobody' })],
    ['an unknown norm', withClause(one, { ...one, norm: 'ISO 1' })],
    ['an unknown setting', withClause(one, { ...one, settings: [...(one.settings ?? []), 'noSuchKey'] })],
    ['an unknown source', withClause(one, { ...one, source: 'none' })],
    ['a clause that is there twice', withClause(one, one, one)],
  ]
  if (one.level) {
    lies.push(['a missing criterion', withClause(one)])
    lies.push(['a wrong level', withClause(one, { ...one, level: one.level === 'A' ? 'AA' : 'A' })])
  }
  if (first) {
    const [file = ''] = first.split(': ', 1)
    lies.push(
      ['a renamed test', withClause(one, { ...one, tests: [`${first}!`, ...others] })],
      ['a test in another file', withClause(one, { ...one, tests: [first.replace(file, 'index.html')] })],
      ['a missing file', withClause(one, { ...one, tests: [first.replace(file, `${file}x`)] })],
    )
  }
  if (state === 'met' || state === 'partly')
    lies.push(['a claim without a test', withClause(one, without(one, 'tests'))])
  if (state) lies.push(['a clause without a state', withClause(one, without(one, 'state'))])
  if (state !== 'met') lies.push(['a gap without a word on it', withClause(one, without(one, 'note'))])
  if (state === 'open' && first && source && !('read' in source))
    lies.push(['a claim about a text that nobody has read', withClause(one, { ...one, state: 'partly' })])
  if (typeof one.note === 'object')
    lies.push(['a gap in one language', withClause(one, { ...one, note: one.note.en })])
  return lies
}

const YEAR_AND_DAYS = '2024-01-01'
const liesOfSources = Object.entries(norms.sources).flatMap(([name, one]): [string, unknown][] => {
  const changed = (fields: object) => ({
    ...norms,
    sources: { ...norms.sources, [name]: { ...one, ...fields } },
  })
  if (!('read' in one)) return [['a day on a source that was not read', changed({ read: norms.day })]]
  return [
    ['a source that is too old', changed({ read: YEAR_AND_DAYS })],
    ['a source read after the day of the list', changed({ read: '9999-01-01' })],
    ['no day of the calendar', changed({ read: '2026-02-30' })],
    ['a source without a day', changed({ read: undefined })],
  ]
})
const liesOfAll: [string, unknown][] = [
  ['an old list', { ...norms, day: YEAR_AND_DAYS }],
  ['a list of tomorrow', { ...norms, day: '9999-01-01' }],
  ['an uncited source', { ...norms, sources: { ...norms.sources, more: norms.sources.wcag } }],
  ['no list', {}],
]

/** How many clauses are lied about in the same way. */
const MAX_ALIKE = 12

test('each lie that is planted in the list is found', () => {
  const alike = new Map<string, number>()
  const lies = [...liesOfAll, ...liesOfSources, ...norms.clauses.flatMap(liesOf)].filter(([lie]) => {
    alike.set(lie, (alike.get(lie) ?? 0) + 1)
    return (alike.get(lie) ?? 0) <= MAX_ALIKE
  })
  expect(alike.size).toBeGreaterThanOrEqual(20)
  expect(lies.length).toBeGreaterThan(200)
  const today = norms.day
  expect(findFaults(norms, { ...known, today })).toEqual([])
  const believed = lies.filter(([, list]) => findFaults(list, { ...known, today }).length === 0)
  expect(believed.map(([lie]) => lie)).toEqual([])
})
