import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`)

/** `src/features/<name>` of a feature's file, else `src/<layer>`. */
const ownerOf = (file: string) => /^src\/(features\/)?[^/]+/.exec(file)?.[0] ?? file

function ownersOf(attributes: RegExp, of: RegExp): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const file of files.filter((name) => of.test(name) && !/\.(test|fake)\./.test(name)))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(attributes))
      owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(file)))
  return owners
}

/*
 * A feature that changes its attributes should not have to search the styles of the others. What `ui` or
 * `app` draws, and what a script sets on the page itself, is for all.
 */
test('a style of a feature selects no attribute that only other features draw', () => {
  const drawnBy = ownersOf(/(?<=\s)(data-[a-z-]+)=/g, /\.tsx$/)
  const styledBy = ownersOf(/\[(data-[a-z-]+)/g, /^src\/features\/.*\.css$/)
  const foreign = [...styledBy].flatMap(([name, features]) => {
    const owners = drawnBy.get(name)
    if (!owners || [...owners].some((owner) => !owner.startsWith('src/features/'))) return []
    return [...features].filter((feature) => !owners.has(feature)).map((feature) => `${feature}: ${name}`)
  })
  expect(foreign).toEqual([])
})
