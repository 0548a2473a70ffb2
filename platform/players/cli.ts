import { randomInt } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { Code, type CodeValue } from '../../src/contract/codes.ts'
import { LoginRequest } from '../../src/contract/http.ts'
import { readConfig } from '../config/read-config.ts'
import { extendChain } from '../ledger/chain.ts'
import { exitWith } from '../lib/exit-with.ts'
import { messageOf } from '../lib/message-of.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { type AddCommand, parseCommand, type TransferCommand, USAGE } from './command-line.ts'
import { addPlayer, transfer } from './operator-commands.ts'
import { MIN_PASSWORD_LENGTH, newPasswordError } from './passwords.ts'

/*
 * `npm run players`, with the platform's environment: adds players, and moves money between the house and
 * their wallets. Passwords are generated or read from stdin, because every user of the machine can see
 * arguments. Exits with 1 if nothing was changed, and with 2 if the database cannot be used; no platform may
 * be using the embedded one.
 */

const REASONS: Partial<Record<CodeValue, string>> = {
  [Code.notFound]: 'there is no player of this name',
  [Code.balanceTooLow]: 'the wallet holds less',
  [Code.balanceTooHigh]: 'the wallet cannot hold so much',
  [Code.requestIdReused]: 'the reference belongs to another movement',
  [Code.passwordTooShort]: `the password has fewer than ${MIN_PASSWORD_LENGTH} characters`,
  [Code.passwordTooCommon]: 'the password is one of the most common ones',
}
/** 30 letters and digits, without those that look alike. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstvwxyz23456789'

const fail = (reason: string): never => exitWith(reason, 1)
const refuse = (code: CodeValue) => fail(`Nothing was changed: ${REASONS[code] ?? 'refused'} (code ${code}).`)

/** 98 bits, in groups of five. */
function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => PASSWORD_CHARACTERS[randomInt(30)]).join('')
  return [group(), group(), group(), group()].join('-')
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY)
    fail('--password-stdin reads the password from a pipe or a file, not from a terminal.')
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** Runs `work`, and chains the rows that it books, because no platform may be running to do it. */
async function withStore<R>(work: (db: Db) => Promise<R>): Promise<R> {
  const read = readConfig(process.env)
  if (!read.ok) throw new Error(read.problem)
  const { db, close } = await openDatabase(read.config)
  try {
    const result = await work(db)
    // If this fails, the booked rows stay; the audit lists rows that are in no chain.
    await extendChain(db).catch(() => {})
    return result
  } finally {
    await close()
  }
}

async function add({ player, readsPassword }: AddCommand): Promise<string> {
  const username = v.safeParse(LoginRequest.entries.username, player)
  if (!username.success)
    return fail('Nothing was changed: a name has 4 to 100 characters, none of them a control character.')
  const password = readsPassword ? await readPassword() : generatePassword()
  const error = newPasswordError(password)
  if (error) return refuse(error.code)
  if (!v.is(LoginRequest.entries.password, password))
    return fail('Nothing was changed: the password has more than 200 characters.')
  const pin = String(randomInt(10_000)).padStart(4, '0')
  const account = { username: username.output, password, pin }
  const id = await withStore((db) => addPlayer(db, account, new Date()))
  if (id === undefined) return fail('Nothing was changed: the name is taken.')
  const secrets = readsPassword ? `PIN ${pin}` : `password ${password}  PIN ${pin}`
  return `${username.output}  player ${id}  ${secrets}`
}

async function move({ name, player, cents, reference }: TransferCommand): Promise<string> {
  const order = { username: player, direction: name, cents, reference, now: new Date() }
  const result = await withStore((db) => transfer(db, order))
  if (!result.ok) return refuse(result.code)
  const outcome = result.repeated ? 'was booked before' : 'booked'
  return `${player}  ${name} of ${cents} cents ${outcome}, wallet ${result.answer.balance} cents, reference ${reference}`
}

const command = parseCommand(process.argv.slice(2)) ?? fail(USAGE)
const report = await (command.name === 'add' ? add(command) : move(command)).catch((error: unknown) =>
  exitWith(`The players cannot be changed: ${messageOf(error)}`, 2),
)
process.stdout.write(`${report}\n`)
