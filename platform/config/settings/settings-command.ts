import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, endWith } from '../../lib/command.ts'
import { messageOf } from '../../lib/message-of.ts'
import { environmentPage } from '../environment-page.ts'
import { readSiteFiles } from '../headers/site-files.ts'
import { readConfig } from '../read-config.ts'
import { checkSettings } from './check.ts'
import { type HeaderFormat, isHeaderFormat, printHeaders } from './print-headers.ts'
import { schemaFile } from './schema.ts'
import { withSettingsTable } from './settings-table.ts'
import { stampPage } from './stamp-page.ts'

/*
 * `npm run settings -- path ...` checks Settings.json files, by default the shipped one, and prints each
 * mistake with its line and column. With a mistake the exit code is 1. `--schema` writes
 * public/Settings.schema.json, docs/operator/environment.md and the table in docs/operator/settings.md.
 * `--headers [caddy|nginx|text] path` prints the headers of the built app with this Settings.json and the
 * pages in PUBLIC_DIR, with reports of violations to CSP_REPORT_URL, if these are set. `--page path` prints
 * the built page with what its first screen needs of this Settings.json. Both print mistakes on the standard
 * error, and nothing else if there are any. With PUBLIC_DIR the default is the file there.
 */

const shipped = fileURLToPath(new URL('../../../public/Settings.json', import.meta.url))
const schema = fileURLToPath(new URL('../../../public/Settings.schema.json', import.meta.url))
const document = fileURLToPath(new URL('../../../docs/operator/settings.md', import.meta.url))
const environment = fileURLToPath(new URL('../../../docs/operator/environment.md', import.meta.url))
const built = fileURLToPath(new URL('../../../dist', import.meta.url))

/** What one call works on. */
interface Call {
  /** npm runs scripts in the project's folder; INIT_CWD is the folder of the caller. */
  workingDir: string
  print(line: string): void
}

/** Checks one file and prints its mistakes. Returns their number. */
async function check(file: string, { workingDir, print }: Call): Promise<number> {
  const name = relative(workingDir, file) || file
  const read = await readFile(file, 'utf8').catch((reason: NodeJS.ErrnoException) => reason)
  if (read instanceof Error) {
    print(
      read.code === 'ENOENT' ? `${name}: there is no such file.` : `${name}: can not be read (${read.code}).`,
    )
    return 1
  }
  const findings = checkSettings(read)
  for (const { line, column, text } of findings) print(`${name}:${line}:${column}  ${text}`)
  print(findings.length ? `${name}: ${findings.length} to correct.` : `${name} is valid.`)
  return findings.length
}

/** The headers as text. Throws an Error with one line for a missing build or file. */
async function headers(
  format: HeaderFormat,
  file: string,
  publicDir: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const read = readConfig({ CSP_REPORT_URL: env.CSP_REPORT_URL })
  if (!read.ok) throw new Error(read.problem)
  const files = await readSiteFiles(built, publicDir)
  const settings = JSON.parse(await readFile(file, 'utf8'))
  return printHeaders(format, files, settings, read.config.cspReportUrl)
}

/** index.html of the build. Throws an Error with one line for a missing build. */
async function page(file: string): Promise<string> {
  const html = await readFile(join(built, 'index.html'), 'utf8').catch(() => {
    throw new Error(`There is no ${join(built, 'index.html')}. Build the app first: npm run build`)
  })
  return stampPage(html, await readFile(file, 'utf8'))
}

const OPTIONS = ['--headers', '--page', '--schema']

async function writeSchema({ workingDir, print }: Call): Promise<void> {
  await writeFile(schema, schemaFile())
  const table = withSettingsTable(
    await readFile(document, 'utf8'),
    JSON.parse(await readFile(shipped, 'utf8')),
  )
  await writeFile(document, table)
  await writeFile(environment, environmentPage())
  for (const file of [schema, document, environment]) print(`${relative(workingDir, file)} is written.`)
}

export const settings: Command = async ({ args, env, write, writeError }) => {
  const wantsHeaders = args.includes('--headers')
  const wantsPage = args.includes('--page')
  if (args.some((arg) => arg.startsWith('-') && !OPTIONS.includes(arg)) || (wantsHeaders && wantsPage))
    endWith('Usage: npm run settings -- [--headers [caddy | nginx | text] | --page] [FILE]...', 1)
  const workingDir = env.INIT_CWD ?? process.cwd()
  const publicDir = env.PUBLIC_DIR?.trim() ? resolve(workingDir, env.PUBLIC_DIR) : undefined
  const print = (line: string) => (wantsHeaders || wantsPage ? writeError : write)(`${line}\n`)
  const call = { workingDir, print }
  const words = args.filter((arg) => !arg.startsWith('--'))
  const format = wantsHeaders ? words.find(isHeaderFormat) : undefined
  const paths = words.filter((word) => word !== format)
  if (args.includes('--schema')) await writeSchema(call)
  const files = paths.length
    ? paths.map((path) => resolve(workingDir, path))
    : [publicDir ? join(publicDir, 'Settings.json') : shipped]
  let mistakes = 0
  for (const file of files) mistakes += await check(file, call)
  if (mistakes || !(wantsHeaders || wantsPage)) return mistakes ? 1 : 0
  const [file = shipped] = files
  const text = wantsPage ? page(file) : headers(format ?? 'text', file, publicDir, env)
  write(await text.catch((error: unknown) => endWith(messageOf(error), 1)))
  return 0
}
