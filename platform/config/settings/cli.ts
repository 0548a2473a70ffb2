import { readFile, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSettings } from './check.ts'
import { schemaFile } from './schema.ts'

/*
 * `npm run settings -- path`: is a Settings.json right, and if not, what is wrong where? Without a path the file
 * that ships is checked. Exit code 1 when something is to be mended. `--schema` writes public/Settings.schema.json.
 */

const shipped = fileURLToPath(new URL('../../../public/Settings.json', import.meta.url))
const schema = fileURLToPath(new URL('../../../public/Settings.schema.json', import.meta.url))
/** Where the command was typed; npm itself changes to the project's folder. */
const here = process.env.INIT_CWD ?? process.cwd()
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Checks one file and says what it found. Answers how many things are to be mended. */
async function check(file: string): Promise<number> {
  const name = relative(here, file) || file
  const read = await readFile(file, 'utf8').catch((reason: NodeJS.ErrnoException) => reason)
  if (read instanceof Error) {
    say(
      read.code === 'ENOENT' ? `${name}: there is no such file.` : `${name}: can not be read (${read.code}).`,
    )
    return 1
  }
  const findings = checkSettings(read)
  for (const { line, column, text } of findings) say(`${name}:${line}:${column}  ${text}`)
  say(findings.length ? `${name}: to be mended: ${findings.length}.` : `${name} is right.`)
  return findings.length
}

const args = process.argv.slice(2)
const paths = args.filter((arg) => arg !== '--schema')
if (args.includes('--schema')) {
  await writeFile(schema, schemaFile())
  say(`${relative(here, schema)} is written.`)
}
let wrong = 0
for (const file of paths.length ? paths.map((path) => resolve(here, path)) : [shipped])
  wrong += await check(file)
process.exitCode = wrong ? 1 : 0
