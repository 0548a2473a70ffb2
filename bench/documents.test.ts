import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { oldBy, readResults, SECTIONS } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
const documents = ['README.md', 'CONTRIBUTING.md', ...inDocs.map((name) => join('docs', name))]
  .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Example paths that an operator creates. */
const EXAMPLES = new Set(['public/our/'])
/** Last column of a comment line. */
const MAX_COMMENT_COLUMN = 110
const WITH_COMMENTS =
  /^((src|platform|vite|e2e|bench)\/.*\.(tsx?|mjs|css|html)|vitest[.\w]*\.ts|vite\.config\.ts|index\.html)$/
const inRoot = { cwd: root, encoding: 'utf8' } as const
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], inRoot)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

/**
 * The comment lines that end after MAX_COMMENT_COLUMN, except a suppression of a lint rule and an address,
 * which cannot be wrapped.
 */
function longCommentLines(text: string): string[] {
  let isInBlock = false
  return text.split('\n').filter((line) => {
    const opensBlock = /(^|[\s{(])(\/\*|<!--)/.test(line)
    const isComment = isInBlock || opensBlock || /(^|\s)\/\/ /.test(line)
    isInBlock = (isInBlock || opensBlock) && !/\*\/|-->/.test(line)
    return isComment && line.length > MAX_COMMENT_COLUMN && !/biome-ignore|^ \* https:/.test(line)
  })
}

/** The anchor of a heading, as GitHub derives it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

test.each(documents)('every source path that $name mentions exists', ({ text }) => {
  const paths = [...text.matchAll(/`((?:src|platform|public|vite|e2e|bench|docs|locales)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<*{…]/.test(path) && !EXAMPLES.has(path))
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every source file that a comment names exists', () => {
  const isNamed = (name: string) => sources.some((file) => file === name || file.endsWith(`/${name}`))
  const missing = sources
    .filter((file) => /\.(tsx?|css|cjs|html)$/.test(file))
    .flatMap((file) => {
      const comments = readFileSync(join(root, file), 'utf8').matchAll(
        /\/\*.*?\*\/|(?<!:)\/\/.*?$|<!--.*?-->/gms,
      )
      return [...comments].flatMap(([comment]) =>
        [...comment.matchAll(/(?<![\w./*>-])[\w-]+[\w./-]*\.(?:tsx?|css)\b/g)]
          .filter(([name]) => !isNamed(name))
          .map(([name]) => `${file}: ${name}`),
      )
    })
  expect(missing).toEqual([])
})

test(`every comment line ends by column ${MAX_COMMENT_COLUMN}`, () => {
  const long = sources
    .filter((file) => WITH_COMMENTS.test(file))
    .flatMap((file) =>
      longCommentLines(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    )
  expect(long).toEqual([])
})

test('a comment line of 111 columns is found in every form, and one of 110 is not', () => {
  const padded = (start: string, end = '', columns = MAX_COMMENT_COLUMN + 1) =>
    start.padEnd(columns - end.length, 'x') + end
  const long = [
    ...[padded('  // '), padded('code() // '), padded('/** ', ' */'), padded('code() /* ', ' */')],
    ...[padded('      {/* ', ' */}'), padded('<!-- ', ' -->'), padded(' * ')],
  ]
  const short = [padded("const url = 'https://"), padded('// ', '', MAX_COMMENT_COLUMN), padded('* ')]
  const suppression = padded('// biome-ignore lint/rule: ')
  const text = [...short, suppression, ...long.slice(0, -1), '/*', ...long.slice(-1), ' */', ...short]
  expect(longCommentLines(text.join('\n'))).toEqual(long)
})

test.each(documents)('every relative link and anchor in $name leads somewhere', ({ name, text }) => {
  const broken = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].filter(([, link = '']) => {
    const [path, anchor] = link.split('#')
    const target = path ? join(root, dirname(name), path) : join(root, name)
    if (!existsSync(target)) return true
    if (!anchor) return false
    const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)]
    return !headings.some(([, heading = '']) => anchorOf(heading) === anchor)
  })
  expect(broken.map(([, link]) => link)).toEqual([])
})

test('the index of the decisions lists every record by its title', () => {
  const index = documents.find(({ name }) => name === join('docs', 'decisions', 'README.md'))?.text ?? ''
  const records = documents.filter(({ name }) => /decisions.\d{4}-/.test(name))
  for (const { name, text } of records) {
    const [, title] = /^# \d+\. (.*)$/m.exec(text) ?? []
    expect(index).toContain(`[${title}](${name.slice(name.lastIndexOf('/') + 1)})`)
  }
})

test('the README fits on one page: at most 200 lines', () => {
  const readme = documents.find(({ name }) => name === 'README.md')?.text ?? ''
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
})

test('README.md quotes no old figure: a line with a measured one links its section of the benchmarks', () => {
  const readme = documents.find(({ name }) => name === 'README.md')?.text ?? ''
  const results = readResults()
  const fresh = SECTIONS.filter((name) => oldBy(name, results) === undefined)
  const anchors = fresh.map((name) => anchorOf(results[name]?.title ?? ''))
  const quotes = readme.split('\n').filter((line) => /\d ?(ms|s|MB|%|times)\b|benchmarks\.md#/.test(line))
  const linked = (line: string) => /docs\/benchmarks\.md#([\w-]+)/.exec(line)?.[1] ?? ''
  expect(quotes.filter((line) => !anchors.includes(linked(line)))).toEqual([])
})

test('README.md and the decision on bytes name the budgets that fail the check', () => {
  const rows = readFileSync(join(root, 'bench/bytes.ts'), 'utf8').matchAll(
    /route: '(\w+)',[^}]*?budget: ([\d.]+)/g,
  )
  const { login, lobby, game } = Object.fromEntries([...rows].map(([, route, budget]) => [route, budget]))
  const sentence = new RegExp(
    `${login} KB [^.]*login, ${lobby} KB for the lobby and ${game} KB for (a|the) game`,
  )
  for (const name of ['README.md', 'docs/decisions/0008-bytes.md'])
    expect(readFileSync(join(root, name), 'utf8')).toMatch(sentence)
})
