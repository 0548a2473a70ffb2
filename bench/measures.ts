import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import * as v from 'valibot'
import { GOALS, IS_TEST, type Measures, measureLoading } from './loading-measures.ts'
import { RELEASE } from './release.ts'
import { describeMachine, storeTables } from './report.ts'
import { markdownTable, type Table } from './table.ts'

/*
 * `npm run measures` prints figures on the shape of the code. `npm run measures -- <commit>` compares them
 * with an earlier commit, and `npm run measures -- --accept` stores them beside those of the last release.
 * Tests and fakes are excluded; lengths are in lines.
 */

const root = fileURLToPath(new URL('..', import.meta.url))

const Report = v.object({
  modules: v.array(
    v.object({ source: v.string(), dependencies: v.array(v.object({ resolved: v.string() })) }),
  ),
  summary: v.object({
    violations: v.array(v.object({ from: v.string(), rule: v.object({ name: v.string() }) })),
  }),
})

/** A folder in the sense of the import rules: `src/features/lobby`, `src/net`, `platform/http`. */
function roomOf(file: string): string {
  const parts = file.split('/').slice(0, -1)
  return parts.slice(0, parts[0] === 'src' && /^(features|core)$/.test(parts[1] ?? '') ? 3 : 2).join('/')
}

/** Returns groups of folders that reach each other by their imports. */
function roomCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = (from: string) => {
    const seen = new Set<string>()
    const next = [...(edges.get(from) ?? [])]
    for (let room = next.pop(); room !== undefined; room = next.pop()) {
      if (seen.has(room)) continue
      seen.add(room)
      next.push(...(edges.get(room) ?? []))
    }
    return seen
  }
  const reached = new Map([...edges.keys()].map((room) => [room, reach(room)]))
  const cyclic = [...edges.keys()].filter((room) => reached.get(room)?.has(room))
  const groups = new Map<string, string[]>()
  for (const room of cyclic) {
    const first =
      cyclic.find((other) => reached.get(room)?.has(other) && reached.get(other)?.has(room)) ?? room
    groups.set(first, [...(groups.get(first) ?? []), room])
  }
  return [...groups.values()]
}

/** The lengths of every function with a body, in lines. */
function functionLengths(file: string, code: string): number[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true)
  const lengths: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = (at: number) => source.getLineAndCharacterOfPosition(at).line
      lengths.push(line(node.end) - line(node.getStart()) + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lengths
}

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

function measure(tree: string): Measures {
  const tracked = execFileSync('git', ['ls-files', 'src', 'platform'], { cwd: tree, encoding: 'utf8' })
  const files = tracked.trim().split('\n')
  const code = files.filter((file) => /\.tsx?$/.test(file) && !IS_TEST.test(file))
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'platform'],
    { cwd: tree, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  const { modules, summary } = v.parse(Report, JSON.parse(stdout))
  const edges = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = roomOf(source)
    if (!/^(src|platform)\/./.test(from)) continue
    const targets = edges.get(from) ?? new Set()
    edges.set(from, targets)
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved)
      if (/^(src|platform)\/./.test(to) && to !== from) targets.add(to)
    }
  }
  const cycles = roomCycles(edges)
  const covered = new Set(modules.map(({ source }) => source))
  const texts = code.map((file) => [file, readFileSync(join(tree, file), 'utf8')] as const)
  const lines = texts.map(([, text]) => text.split('\n').length - 1)
  const functions = texts.flatMap(([file, text]) => functionLengths(file, text))
  const unlisted = summary.violations.filter(({ rule }) => /^(room|new-\w+)$/.test(rule.name))
  return {
    'folders in import cycles': cycles.flat().length,
    'features in import cycles': cycles.flat().filter((room) => room.startsWith('src/features/')).length,
    'files that no rule covers':
      code.filter((file) => !covered.has(file)).length + new Set(unlisted.map(({ from }) => from)).size,
    'imports that break a rule': summary.violations.length,
    'files tracked in src': files.filter((file) => file.startsWith('src/')).length,
    'files of code in src, without tests': code.filter((file) => file.startsWith('src/')).length,
    'file length, median': quantile(lines, 0.5),
    'file length, 95th percentile': quantile(lines, 0.95),
    'files over 300 lines': lines.filter((length) => length > 300).length,
    'function length, median': quantile(functions, 0.5),
    'function length, 95th percentile': quantile(functions, 0.95),
    'functions over 100 lines': functions.filter((length) => length > 100).length,
    ...measureLoading(tree),
  }
}

/** Takes the same measures of an earlier commit, in a scratch checkout. */
function measureCommit(commit: string): Measures {
  const tree = mkdtempSync(join(tmpdir(), 'reelcast-measures-'))
  try {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', tree, commit], { cwd: root })
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    return measure(tree)
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root })
    rmSync(tree, { recursive: true, force: true })
  }
}

const accepts = process.argv.includes('--accept')
const commit = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
const earlier = accepts
  ? { name: `release ${RELEASE.version}`, ...RELEASE }
  : commit && { name: commit, commit }
const before = earlier ? measureCommit(earlier.commit) : undefined
const table: Table = {
  title: 'Shape of the code',
  note: 'Of `src` and `platform` without tests; lengths in lines. The rules are those of `.dependency-cruiser.cjs` now, so that a release before them breaks most. Not a measurement of speed.',
  head: ['measure', ...(earlier ? [earlier.name] : []), 'now', 'at most'],
  rows: Object.entries(measure(root)).map(([name, value]) => [
    name,
    ...(before ? [`${before[name] ?? ''}`] : []),
    `${value}`,
    `${GOALS[name] ?? ''}`,
  ]),
}
console.log(markdownTable(table))
if (accepts) storeTables({ measures: table }, describeMachine())
