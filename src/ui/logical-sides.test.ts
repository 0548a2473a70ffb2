import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
)

/** The values of a shorthand: `calc(1px + 2px) 4px` has two. */
function values(shorthand: string): string[] {
  const inner = shorthand.replace(/\(([^()]*)\)/g, (_, part: string) => `[${part.replace(/\s+/g, '')}]`)
  return inner === shorthand ? inner.trim().split(/\s+/) : values(inner)
}

/** Shorthands whose left and right sides differ. */
const oneSided = (css: string) =>
  [...css.matchAll(/^\s*(?:scroll-)?(?:padding|margin|inset):\s*([^;]+);/gm)]
    .filter(([, shorthand = '']) => {
      const [, right, , left] = values(shorthand)
      return left !== undefined && left !== right
    })
    .map(([rule]) => rule.trim())

test('every space of the app is mirrored from right to left', () => {
  expect(files).toContain('ui/controls.css')
  const found = files.flatMap((file) =>
    oneSided(readFileSync(`src/${file}`, 'utf8')).map((rule) => `${file}: ${rule}`),
  )
  expect(found).toEqual([])
})

test('a shorthand with two different sides is found', () => {
  expect(oneSided('a {\n  padding: 1px max(2px, var(--a)) 3px max(2px, var(--b));\n}')).toHaveLength(1)
  expect(oneSided('a {\n  inset: 0 0 0 auto;\n}')).toHaveLength(1)
  expect(oneSided('a {\n  padding: 1px calc(1px + 2px) 3px calc(1px + 2px);\n}')).toEqual([])
  expect(oneSided('a {\n  margin: 0 auto;\n}')).toEqual([])
})
