import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { markdownTable, quantile } from './table.ts'

/*
 * `npm run measures` prints figures on the shape of the code, and the places behind them. None of them is a
 * goal: what must hold is an import rule, a type or a test.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const Report = v.object({
  modules: v.array(
    v.object({
      source: v.string(),
      dependencies: v.array(v.object({ resolved: v.string(), dependencyTypes: v.array(v.string()) })),
    }),
  ),
})
/** Imports that need no value of the other module when this one is evaluated. */
const NOT_A_VALUE = new Set(['type-only', 'type-import', 'dynamic-import'])
const IS_TEST = /\.(test|fake|spec)\.tsx?$|\/testing\/|^e2e\//

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

interface Import {
  readonly from: string
  readonly to: string
}

/** Imports of values between files of different folders; a subfolder is a folder of its own. */
function importsBetweenFolders(): Import[] {
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'platform', 'conformance'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  return v
    .parse(Report, JSON.parse(stdout))
    .modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dependencyTypes }) => !dependencyTypes.some((type) => NOT_A_VALUE.has(type)))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    )
    .filter(({ from, to }) => /^(src|platform|conformance)\//.test(to) && dirname(from) !== dirname(to))
}

/** The folders that each folder reaches by imports. */
function reachedFolders(imports: readonly Import[]): Map<string, Set<string>> {
  const next = groupBy(imports, ({ from }) => dirname(from))
  const reach = (start: string) => {
    const seen = new Set<string>()
    for (const open = [start]; ; ) {
      const folder = open.pop()
      if (folder === undefined) return seen
      for (const to of new Set(next.get(folder)?.map((one) => dirname(one.to)))) {
        if (!seen.has(to)) open.push(to)
        seen.add(to)
      }
    }
  }
  return new Map([...next.keys()].map((folder) => [folder, reach(folder)]))
}

/** The imports that are part of a circle of folders. */
function circularImports(imports: readonly Import[]): Import[] {
  const reached = reachedFolders(imports)
  return imports.filter(({ from, to }) => reached.get(dirname(to))?.has(dirname(from)))
}

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lineCount = (text: string) => text.split('\n').length - 1

/** `src/features/lobby`, `platform/http`, `docs`. */
function areaOf(file: string): string {
  const [top = '', second = '', ...rest] = file.split('/')
  if (top !== 'src' && top !== 'platform') return rest.length || second ? top : '.'
  return rest.length ? `${top}/${second}` : top
}

function sizes(): string {
  const areas = groupBy(
    tracked.filter((file) => /\.(tsx?|mjs|cjs|css|md)$/.test(file)),
    areaOf,
  )
  const sum = (files: readonly string[], count: (text: string) => number) =>
    files.reduce((total, file) => total + count(read(file)), 0)
  const rows = [...areas].map(([area, files]) => {
    const prose = files.filter((file) => file.endsWith('.md'))
    const code = files.filter((file) => !file.endsWith('.md'))
    const tests = code.filter((file) => IS_TEST.test(file))
    return [
      area,
      sum(
        code.filter((file) => !tests.includes(file)),
        lineCount,
      ),
      sum(tests, lineCount),
      sum(prose, (text) => text.split(/\s+/).length),
    ] as const
  })
  const total = [1, 2, 3].map((column) => rows.reduce((all, row) => all + Number(row[column]), 0))
  return markdownTable({
    head: ['folder', 'lines of code', 'lines of tests', 'words of documentation'],
    rows: [...rows, ['all', ...total]].map((row) => row.map(String)),
  })
}

function lengths(): string {
  const files = tracked.filter((file) => /^(src|platform)\/.*\.tsx?$/.test(file) && !IS_TEST.test(file))
  const lines = files.map((file) => [file, lineCount(read(file))] as const)
  const all = lines.map(([, count]) => count)
  const long = lines.filter(([, count]) => count > 300).map(([file, count]) => `  ${file} ${count}`)
  const summary = `Lines of a file: median ${quantile(all, 0.5)}, 95 % below ${quantile(all, 0.95)}. Over 300:`
  return [summary, ...long, ''].join('\n')
}

/** The lines of the platform that distinguish the kinds of machines outside of `platform/machines/`. */
function linesThatAskTheKind(): string[] {
  return tracked
    .filter((file) => /^platform\/(?!machines\/).*\.ts$/.test(file) && !IS_TEST.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .map((text, at) => ({ place: `  ${file}:${at + 1}`, text }))
        .filter(({ text }) => /\bdriver\.kind\b|\bcabinetOf\(/.test(text))
        .map(({ place, text }) => `${place}: ${text.trim()}`),
    )
}

const circles = circularImports(importsBetweenFolders())
const asking = linesThatAskTheKind()
console.log(sizes())
console.log(lengths())
const pairs = groupBy(circles, ({ from, to }) => `${dirname(from)} -> ${dirname(to)}`)
console.log(`Imports of values in a circle of folders: ${circles.length}`)
for (const [pair, imports] of pairs) console.log(`  ${pair}: ${imports.length}`)
console.log(`\nLines that distinguish the kinds of machines, outside of platform/machines: ${asking.length}`)
for (const line of asking) console.log(line)
