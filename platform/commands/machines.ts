import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import {
  listCabinets,
  openCabinet,
  settleCredit,
  settleHandPay,
  settleSuspense,
  settleTransfer,
} from '../floor/cabinet/settle-by-hand.ts'
import { workAndChain } from '../ledger/chain.ts'
import { type Command, type CommandContext, CommandError, endWith } from '../lib/command.ts'
import { formatMajorAmount } from '../lib/major-amount.ts'
import { messageOf } from '../lib/message-of.ts'
import { type Refused, refused } from '../lib/result.ts'
import { textTable } from '../lib/table.ts'
import { readFloor } from '../machines/floor-file/read-floor.ts'
import { floorSchemaFile } from '../machines/floor-file/schema.ts'
import { findPlayer } from '../players/usernames.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { configOf } from './config-of.ts'

/*
 * `npm run machines`: checks a floor file, makes the keys of controllers, lists the cabinets and settles what
 * they will not answer any more. `schema` writes docs/operator/floor.schema.json.
 */

const USAGE = `Usage: npm run machines -- COMMAND
  check FILE   checks a floor file, and prints each mistake with its line and column
  key          makes a key for a controller, and the hash of it for the floor file
  list         prints each cabinet with its credit, its money in transit and in suspense, and its open hand pays
  settle TRANSFER done [AMOUNT] | refused
               ends a transfer in place of its cabinet; AMOUNT: what a cash-out took off the cabinet
  settle MACHINE credit AMOUNT PLAYER
               ends a player's visit to a cabinet that does not come back; AMOUNT: what the wallet gets
  settle MACHINE hand-pay ID
               ends a hand pay in place of its cabinet: an attendant has paid it, and it is in suspense
  settle MACHINE suspense AMOUNT PLAYER|house REFERENCE
               gives money in suspense to a player's wallet or to the house, once for each reference
  open MACHINE admits new players to a closed machine again`

type Env = NodeJS.ProcessEnv

const fail = (reason: string): never => endWith(reason, 1)

async function check(file: string, { env, write }: CommandContext): Promise<string> {
  // npm runs scripts in the project's folder; INIT_CWD is the folder of the caller.
  const text = await readFile(resolve(env.INIT_CWD ?? process.cwd(), file), 'utf8').catch(
    (error: NodeJS.ErrnoException) => fail(`${file} cannot be read (${error.code}).`),
  )
  const read = readFloor(text)
  if ('plan' in read) {
    const { brands, machines } = read.plan
    return `${file} is valid: ${brands.length} brands, ${machines.length} machines.`
  }
  for (const { line, column, text: words } of read.mistakes) write(`${file}:${line}:${column}  ${words}\n`)
  return fail(`${file}: ${read.mistakes.length} to correct.`)
}

/** A key is random and long, so that its hash cannot be guessed. */
function makeKey(): string {
  const key = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(key).digest('hex')
  return `The key, for the controller alone; it is not shown again:\n  ${key}
For the machine in the floor file:\n  "key": "sha256:${hash}"`
}

const REASONS: Partial<Record<RefusalCode, string>> = {
  [Code.notFound]: 'there is no such transfer or hand pay under way, or no such player',
  [Code.machineNotFound]: 'there is no such cabinet',
  [Code.amountTooLow]: 'the amount is 0',
  [Code.balanceTooLow]: 'there is less in suspense that is not on the cabinet any more',
  [Code.invalidRequest]: 'the amount is more than there is, or of a load, which the cabinet has got whole',
  [Code.notSeated]: 'the player has no visit there',
  [Code.machineBusy]: 'a transfer is under way, which is to be settled first',
  [Code.requestIdReused]: 'it was settled before, in another way',
}

async function withDatabase(env: Env, work: (db: Db) => Promise<string>): Promise<string> {
  const config = configOf(env, fail)
  const database = await openDatabase({ ...config, isReadOnly: true }).catch((error: unknown) =>
    endWith(`The machines cannot be read: ${messageOf(error)}`, 2),
  )
  return workAndChain(database, work).catch((error: unknown) => {
    if (error instanceof CommandError) throw error
    return endWith(`The machines cannot be read or changed: ${messageOf(error)}`, 2)
  })
}

const CABINET_COLUMNS = [
  'machine',
  'name',
  'player',
  'credit',
  'transit',
  'suspense',
  'hand-pay',
  'game',
  'closed',
  'transfer',
]

const list = (env: Env) =>
  withDatabase(env, async (db) => {
    const columns = CABINET_COLUMNS.map((head) => ({ head }))
    const rows = (await listCabinets(db)).map((row) => [
      ...[String(row.machine), row.name, row.player ?? ''],
      ...[row.own, row.transit, row.suspense, row.handPays].map(formatMajorAmount),
      ...[String(row.last_game ?? ''), row.closed ?? '', row.transfer ?? ''],
    ])
    return textTable(columns, rows)
  })

function readAmount(text: string | undefined): number {
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return whole === undefined ? fail(USAGE) : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

const readMachine = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : fail(USAGE))

const failWith = ({ code }: Refused) => fail(`Nothing was changed: ${REASONS[code] ?? `code ${code}`}.`)

function settle(env: Env, id: string, [outcome, ...given]: string[]): Promise<string> {
  const now = new Date()
  const [amount, player, reference] = given
  if ((outcome === 'done' && given.length <= 1) || (outcome === 'refused' && given.length === 0)) {
    const order = { id, outcome, ...(amount !== undefined && { cents: readAmount(amount) }), now } as const
    return withDatabase(env, async (db) => {
      const result = await settleTransfer(db, order)
      if (!result.ok) return failWith(result)
      return `The transfer is settled as ${outcome}: ${formatMajorAmount(result.answer.cents)}.`
    })
  }
  if (outcome === 'hand-pay' && amount && given.length === 1) {
    const order = { machine: readMachine(id), id: amount, now }
    return withDatabase(env, async (db) => {
      const result = await settleHandPay(db, order)
      if (!result.ok) return failWith(result)
      return `The hand pay is settled as paid by an attendant: ${formatMajorAmount(result.cents)}.`
    })
  }
  const order = { machine: readMachine(id), cents: readAmount(amount), now }
  if (outcome === 'credit' && player && given.length === 2)
    return withDatabase(env, async (db) => {
      const found = await findPlayer(db, player)
      const result = found
        ? await settleCredit(db, { ...order, playerId: String(found.id) })
        : refused(Code.notFound)
      if (!result.ok) return failWith(result)
      return `The visit is over: ${formatMajorAmount(order.cents)} of ${formatMajorAmount(result.held)} is in the wallet, the rest in suspense.`
    })
  if (outcome !== 'suspense' || !player || !reference || given.length !== 3) return fail(USAGE)
  return withDatabase(env, async (db) => {
    const to = player === 'house' ? undefined : player
    const result = await settleSuspense(db, { ...order, player: to, reference })
    if (!result.ok) return failWith(result)
    const booked = result.repeated ? 'was booked before' : 'is booked'
    return `${formatMajorAmount(result.answer.cents)} from suspense to ${player} ${booked}, reference ${reference}.`
  })
}

function open(env: Env, id: string): Promise<string> {
  const machine = readMachine(id)
  return withDatabase(env, async (db) => {
    const result = await openCabinet(db, { machine, now: new Date() })
    if (!result.ok) return failWith(result)
    return `Machine ${id} is open; it was closed for: ${result.closed ?? 'nothing'}.`
  })
}

async function writeSchema(): Promise<string> {
  await writeFile(new URL('../../docs/operator/floor.schema.json', import.meta.url), floorSchemaFile())
  return 'docs/operator/floor.schema.json is written.'
}

function run(context: CommandContext): Promise<string> | string {
  const { args, env } = context
  const [command, file, ...rest] = args
  if (command === 'settle' && file !== undefined) return settle(env, file, rest)
  if (rest.length > 0) return fail(USAGE)
  if (command === 'check' && file !== undefined) return check(file, context)
  if (command === 'key' && file === undefined) return makeKey()
  if (command === 'list' && file === undefined) return list(env)
  if (command === 'open' && file !== undefined) return open(env, file)
  if (command === 'schema' && file === undefined) return writeSchema()
  return fail(USAGE)
}

export const machines: Command = async (context) => {
  context.write(`${await run(context)}\n`)
  return 0
}
