import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exitWith } from './lib/exit-with.ts'
import { readFloor } from './machines/floor-file/read-floor.ts'
import { floorSchemaFile } from './machines/floor-file/schema.ts'

/*
 * `npm run machines`: checks a floor file, and makes the keys of controllers. `schema` writes
 * docs/operator/floor.schema.json.
 */

const USAGE = `Usage: npm run machines -- COMMAND
  check FILE   checks a floor file, and prints each mistake with its line and column
  key          makes a key for a controller, and the hash of it for the floor file
  schema       writes docs/operator/floor.schema.json`

const fail = (reason: string): never => exitWith(reason, 1)
const print = (text: string) => void process.stdout.write(`${text}\n`)

async function check(file: string): Promise<void> {
  // npm runs scripts in the project's folder; INIT_CWD is the folder of the caller.
  const text = await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), file), 'utf8').catch(
    (error: NodeJS.ErrnoException) => fail(`${file} cannot be read (${error.code}).`),
  )
  const read = readFloor(text)
  if ('plan' in read) {
    const { brands, machines } = read.plan
    return print(`${file} is valid: ${brands.length} brands, ${machines.length} machines.`)
  }
  for (const { line, column, text: words } of read.mistakes) print(`${file}:${line}:${column}  ${words}`)
  fail(`${file}: ${read.mistakes.length} to correct.`)
}

/** A key is random and long, so that its hash cannot be guessed. */
function makeKey(): void {
  const key = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(key).digest('hex')
  print(`The key, for the controller alone; it is not shown again:\n  ${key}`)
  print(`For the machine in the floor file:\n  "key": "sha256:${hash}"`)
}

const [command, file, ...rest] = process.argv.slice(2)
if (command === 'check' && file !== undefined && rest.length === 0) await check(file)
else if (command === 'key' && file === undefined) makeKey()
else if (command === 'schema' && file === undefined) {
  await writeFile(new URL('../docs/operator/floor.schema.json', import.meta.url), floorSchemaFile())
  print('docs/operator/floor.schema.json is written.')
} else fail(USAGE)
