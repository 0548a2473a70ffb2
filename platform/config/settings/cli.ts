import { readFile, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSettings } from './check.ts'
import { withSettingsTable } from './document.ts'
import { schemaFile } from './schema.ts'

/*
 * `npm run settings -- path ...` checks Settings.json files, by default the shipped one, and prints each mistake with
 * its line and column. Exit code 1 when there are any. `--schema` writes public/Settings.schema.json and the table in
 * docs/operator/settings.md.
 */

const shipped = fileURLToPath(new URL('../../../public/Settings.json', import.meta.url))
const schema = fileURLToPath(new URL('../../../public/Settings.schema.json', import.meta.url))
const document = fileURLToPath(new URL('../../../docs/operator/settings.md', import.meta.url))
/** npm runs scripts in the project's folder; INIT_CWD is the folder of the caller. */
const workingDir = process.env.INIT_CWD ?? process.cwd()
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Checks one file and prints its mistakes. Returns their number. */
async function check(file: string): Promise<number> {
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
  print(findings.length ? `${name}: to be mended: ${findings.length}.` : `${name} is right.`)
  return findings.length
}

const args = process.argv.slice(2)
const paths = args.filter((arg) => arg !== '--schema')
if (args.includes('--schema')) {
  await writeFile(schema, schemaFile())
  const table = withSettingsTable(
    await readFile(document, 'utf8'),
    JSON.parse(await readFile(shipped, 'utf8')),
  )
  await writeFile(document, table)
  for (const file of [schema, document]) print(`${relative(workingDir, file)} is written.`)
}
let mistakes = 0
for (const file of paths.length ? paths.map((path) => resolve(workingDir, path)) : [shipped])
  mistakes += await check(file)
process.exitCode = mistakes ? 1 : 0
