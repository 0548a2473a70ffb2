import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* CHANGELOG.md says of each release which migrations it makes, because the way back depends on it. */

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Release {
  readonly title: string
  /** The first and the last migration; undefined: none. */
  readonly migrations: readonly [number, number] | undefined
}

function readReleases(text: string): Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1)
      const [first = ''] = /^- .*$/m.exec(section) ?? []
      const said = /^- \*\*Migrations: (?:none|(\d+)(?: to (\d+))?)\.\*\*$/.exec(first)
      if (!said) throw new Error(`${title} begins with "${first}", which names no migrations`)
      const [, from, to = from] = said
      return { title, migrations: from === undefined ? undefined : [Number(from), Number(to)] }
    })
}

/** What is wrong with a changelog, for the numbers of the migrations in the folder. */
function problemsOf(text: string, numbers: readonly number[]): string[] {
  let next = 1
  const problems: string[] = []
  for (const { title, migrations } of readReleases(text).reverse()) {
    if (!migrations) continue
    const [from, to] = migrations
    if (from !== next || to < from) problems.push(`${title} names ${from} to ${to}, after ${next - 1}`)
    next = to + 1
  }
  const last = Math.max(...numbers)
  if (next - 1 !== last) problems.push(`the changelog ends at migration ${next - 1}, the folder at ${last}`)
  return problems
}

const numbers = readdirSync(new URL('platform/store/migrations/', root))
  .map((name) => Number(/^(\d{4})-[\w-]+\.ts$/.exec(name)?.[1]))
  .filter((number) => !Number.isNaN(number))

test('each release names its migrations, and the newest one those of the folder', () => {
  expect(problemsOf(read('CHANGELOG.md'), numbers)).toEqual([])
})

test('a migration that no release names is found', () => {
  expect(problemsOf(read('CHANGELOG.md'), [...numbers, Math.max(...numbers) + 1])).toHaveLength(1)
  const gap = '## Unreleased\n\n- **Migrations: 4.**\n\n## 1\n\n- **Migrations: 1 to 2.**\n'
  expect(problemsOf(gap, [1, 2, 3, 4])).toEqual(['Unreleased names 4 to 4, after 2'])
  expect(problemsOf('## 2\n\n- **Migrations: none.**\n\n## 1\n\n- **Migrations: 1.**\n', [1])).toEqual([])
  expect(() => problemsOf('## 2\n\n- **Login.** It is faster.\n', [])).toThrow('names no migrations')
})

test('the newest release with a number is the version of the package', () => {
  const released = readReleases(read('CHANGELOG.md')).filter(({ title }) => title !== 'Unreleased')
  expect(released[0]?.title).toBe(JSON.parse(read('package.json')).version)
})
