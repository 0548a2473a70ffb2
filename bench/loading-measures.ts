import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/* Figures on how much code there is, and how much of it decides when code and texts load. */

export interface Measures {
  [name: string]: number
}

/** Tests, and what only tests use. */
export const IS_TEST = /(\.(test|fake|d)\.tsx?$)|(-fake\.ts$)|\/(test-|fixture)/
/** Files that serve nothing but loading. A file with an `import()` decides, too. */
const IS_LOADER =
  /^vite\/(chunk|first-s|service|text)|^src\/app\/first|(\/|\.)(late(-texts)?|register|chunk|lazy|open-lazy|LazyDialog|slots?|vite-preload|load-(?!amounts)\w[\w-]*|first-requests|text-parts|deferred-startup)\.tsx?$/i
const IMPORT_CALL = /(?<!typeof )\bimport\((?!\))/g
/** An array or a row with a name that only a chunk has. */
const CHUNK_IN_LIST = /([[,]|name:)\s*'(signed-in|page-services|frame-parts|deferred|game-late)'/

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const withoutComments = (text: string) => text.replace(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '')

/** The goals, by the measure's name. */
export const GOALS: Measures = {
  'lines of code in files that decide when something loads': 1900,
  'lists of chunks by their names': 2,
  'calls of import() in src': 40,
  'scripts of the build': 32,
  'uses of ?groups=': 0,
  'untyped lines in index.html': 0,
  slots: 14,
  'lines of code files in src, without tests': 28_000,
  'lines of code files in bench, without tests': 4500,
}

/** The measures of a checkout. The scripts of a build are counted only where it has been built. */
export function measureLoading(tree: string): Measures {
  const tracked = execFileSync('git', ['ls-files', 'src', 'vite', 'bench'], { cwd: tree, encoding: 'utf8' })
  const read = (file: string) => readFileSync(join(tree, file), 'utf8')
  const all = tracked
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, raw: read(file) }))
  const files = all
    .filter(({ file }) => !IS_TEST.test(file))
    .map(({ file, raw }) => ({ file, raw, code: withoutComments(raw) }))
  const linesIn = (folder: string) =>
    files.reduce((sum, { file, raw }) => sum + (file.startsWith(folder) ? count(raw, /\n/g) : 0), 0)
  const calls = files.filter(({ file, code }) => file.startsWith('src/') && count(code, IMPORT_CALL) > 0)
  const deciding = files.filter((one) => calls.includes(one) || IS_LOADER.test(one.file))
  const constants = files.flatMap(({ code }) => code.split(/^(?=(?:export )?(?:const|function) )/m))
  const edits = files.find(({ file }) => file === 'vite/library-edits.ts')?.code ?? ''
  const assets = join(tree, 'dist/assets')
  const scripts = existsSync(assets)
    ? readdirSync(assets).filter((name) => /^(?!texts-).*\.js$/.test(name))
    : []
  const inline = [...read('index.html').matchAll(/<script>\n(.*?)<\/script>/gs)]
  return {
    'files that decide when something loads': deciding.length,
    'lines of code in files that decide when something loads': deciding.reduce(
      (sum, { code }) => sum + count(code, /^.*\S/gm),
      0,
    ),
    'lists of chunks by their names': constants.filter((text) => CHUNK_IN_LIST.test(text)).length,
    'calls of import() in src': calls.reduce((sum, { code }) => sum + count(code, IMPORT_CALL), 0),
    ...(scripts.length > 0 && { 'scripts of the build': scripts.length }),
    'uses of ?groups=': all.reduce(
      (sum, { file, raw }) => sum + (file.startsWith('bench/') ? 0 : count(raw, /\?groups=/g)),
      0,
    ),
    'untyped lines in index.html': inline.reduce((sum, [, text = '']) => sum + count(text, /\n/g), 0),
    slots: new Set(files.flatMap(({ code }) => code.match(/<Slot name="\w+"/g) ?? [])).size,
    'lines of code files in src, without tests': linesIn('src/'),
    'lines of code files in bench, without tests': linesIn('bench/'),
    'edits of libraries': count(edits, /^ {4}module: /gm),
  }
}
