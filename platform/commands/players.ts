import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import { PasswordRequest } from '../../src/contract/player.ts'
import { readConfig } from '../config/read-config.ts'
import { readCurrency } from '../config/read-currency.ts'
import { workAndChain } from '../ledger/chain.ts'
import {
  type CommandContext,
  CommandError,
  endWith,
  type Command as RunnableCommand,
} from '../lib/command.ts'
import { formatMajorAmount } from '../lib/major-amount.ts'
import { messageOf } from '../lib/message-of.ts'
import { csvTable, textTable } from '../lib/table.ts'
import { ban, capStake, setPassword, setPin, unlock } from '../players/account-commands.ts'
import { transfer } from '../players/operator-transfers.ts'
import { MIN_PASSWORD_LENGTH, newPasswordError } from '../players/passwords.ts'
import { NewUsername } from '../players/usernames.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { addPlayer, generatePassword, generatePin, importPlayers } from './add-players.ts'
import { listPlayers, PLAYER_COLUMNS } from './list-players.ts'
import { isPin, readPlayerFile } from './player-file.ts'
import type { FileError } from './player-file-rows.ts'
import {
  type Command,
  parseCommand,
  type SecretCommand,
  type TransferCommand,
  USAGE,
} from './players-arguments.ts'

/*
 * `npm run players`, with the platform's environment: the operator's work on players' accounts. Passwords
 * and PINs are generated or read from stdin, because every user of the machine can see arguments; what is
 * generated is printed once. Exits with 1 if nothing was changed, and with 2 if the database cannot be used,
 * or the output cannot be written; no platform may be using the embedded one.
 */

type Named<K extends Command['name']> = Extract<Command, { name: K }>

const REASONS: Partial<Record<RefusalCode, string>> = {
  [Code.notFound]: 'there is no player of this name',
  [Code.balanceTooLow]: 'the wallet holds less',
  [Code.balanceTooHigh]: 'the wallet cannot hold so much',
  [Code.requestIdReused]: 'the reference belongs to another movement',
  [Code.passwordTooShort]: `the password has fewer than ${MIN_PASSWORD_LENGTH} characters`,
  [Code.passwordTooCommon]: 'the password is one of the most common ones',
}
const IMPORT_COLUMNS = ['username', 'player', 'password', 'pin'].map((head) => ({ head }))

const fail = (reason: string): never => endWith(reason, 1)
const failUnchanged = (reason: string): never => fail(`Nothing was changed: ${reason}.`)
const refuse = (code: RefusalCode) => failUnchanged(`${REASONS[code] ?? 'refused'} (code ${code})`)

/** Prints the result of the work, which has generated secrets, as soon as it is there. */
const withStore = async (context: CommandContext, work: (db: Db) => Promise<string>): Promise<undefined> => {
  const database = await openDatabase(readEnvironment(context.env))
  await workAndChain(database, async (db) => printDone(context, await work(db)))
}

function readEnvironment(env: NodeJS.ProcessEnv) {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problem)
  return read.config
}

async function amountsFormat({ env }: CommandContext): Promise<(cents: number) => string> {
  const currency = await readCurrency(readEnvironment(env))
  return (cents) => `${formatMajorAmount(cents)} ${currency}`.trim()
}

async function readSecret({ stdin }: CommandContext, option: string): Promise<string> {
  if (stdin.isTTY) fail(`${option} reads from a pipe or a file, not from a terminal.`)
  return (await text(stdin)).replace(/\r?\n$/, '')
}

async function choosePassword(context: CommandContext, isRead: boolean): Promise<string> {
  const password = isRead ? await readSecret(context, '--password-stdin') : generatePassword()
  const error = newPasswordError(password)
  if (error) return refuse(error.code)
  if (!v.is(PasswordRequest.entries.new_password, password))
    return failUnchanged('the password has more than 200 characters')
  return password
}

async function choosePin(context: CommandContext, isRead: boolean): Promise<string> {
  const pin = isRead ? await readSecret(context, '--pin-stdin') : generatePin()
  return isPin(pin) ? pin : failUnchanged('a PIN has 4 to 12 digits')
}

async function list({ env }: CommandContext, { isCsv }: Named<'list'>): Promise<string> {
  const { db, close } = await openDatabase({ ...readEnvironment(env), isReadOnly: true })
  const rows = await listPlayers(db, new Date()).finally(close)
  return isCsv ? csvTable(PLAYER_COLUMNS, rows) : textTable(PLAYER_COLUMNS, rows)
}

async function add(context: CommandContext, { player, readsSecret }: SecretCommand): Promise<undefined> {
  const username = v.safeParse(NewUsername, player)
  if (!username.success)
    return failUnchanged('a name has 4 to 100 characters, none of them a control character')
  const password = await choosePassword(context, readsSecret)
  const pin = generatePin()
  const account = { username: username.output, password, pin }
  return withStore(context, async (db) => {
    const id = await addPlayer(db, account, new Date())
    if (id === undefined) return failUnchanged('the name is taken')
    const secrets = readsSecret ? `PIN ${pin}` : `password ${password}  PIN ${pin}`
    return `${username.output}  player ${id}  ${secrets}`
  })
}

async function password(
  context: CommandContext,
  { player: username, readsSecret }: SecretCommand,
): Promise<undefined> {
  const password = await choosePassword(context, readsSecret)
  return withStore(context, async (db) => {
    if (!(await setPassword(db, { username, password }, new Date()))) return refuse(Code.notFound)
    return `${username}  ${readsSecret ? 'the password is set,' : `password ${password} `} all logins are ended`
  })
}

async function pin(
  context: CommandContext,
  { player: username, readsSecret }: SecretCommand,
): Promise<undefined> {
  const pin = await choosePin(context, readsSecret)
  return withStore(context, async (db) => {
    if (!(await setPin(db, { username, pin }, new Date()))) return refuse(Code.notFound)
    return `${username}  ${readsSecret ? 'the PIN is set' : `PIN ${pin}`}`
  })
}

const liftLockOut = (context: CommandContext, { player: username }: Named<'unlock'>) =>
  withStore(context, async (db) => {
    const isSet = await unlock(db, username, new Date())
    return isSet ? `${username}  the lock-out is lifted` : refuse(Code.notFound)
  })

const setBan = (context: CommandContext, { name, player: username }: Named<'ban' | 'unban'>) =>
  withStore(context, async (db) => {
    const banned = name === 'ban'
    if (!(await ban(db, { username, banned }, new Date()))) return refuse(Code.notFound)
    return `${username}  ${banned ? 'banned, all logins are ended' : 'the ban is lifted'}`
  })

async function setCap(
  context: CommandContext,
  { player: username, maxStake }: Named<'max-stake'>,
): Promise<undefined> {
  const format = await amountsFormat(context)
  return withStore(context, async (db) => {
    if (!(await capStake(db, { username, maxStake }, new Date()))) return refuse(Code.notFound)
    return `${username}  ${maxStake === null ? 'no maximum stake' : `maximum stake ${format(maxStake)}`}`
  })
}

async function importFile(context: CommandContext, { file }: Named<'import'>): Promise<undefined> {
  const { env, stdin } = context
  // npm runs scripts in the project's folder; INIT_CWD is the folder of the caller.
  const path = resolve(env.INIT_CWD ?? process.cwd(), file)
  const bytes = await (file === '-' ? buffer(stdin) : readFile(path)).catch((error: unknown) =>
    failUnchanged(`the file cannot be read: ${messageOf(error)}`),
  )
  const failLines = (errors: readonly FileError[]) => {
    const lines = errors.map(({ line, code, text }) => `line ${line}: ${text} (${code})`)
    return fail([...lines, `Nothing was changed: lines to correct: ${errors.length}.`].join('\n'))
  }
  const read = readPlayerFile(bytes)
  if (!read.ok) return failLines(read.errors)
  return withStore(context, async (db) => {
    const imported = await importPlayers(db, read.players, new Date())
    if (!imported.ok) return failLines(imported.errors)
    const rows = imported.added.map(({ username, playerId, ...generated }) => {
      return [username, playerId, generated.password ?? '', generated.pin ?? '']
    })
    return csvTable(IMPORT_COLUMNS, rows)
  })
}

async function move(
  context: CommandContext,
  { name, player, cents, reference }: TransferCommand,
): Promise<undefined> {
  const order = { username: player, direction: name, cents, reference, now: new Date() }
  const format = await amountsFormat(context)
  // A generated reference is printed nowhere else, and a second one would book the amount twice.
  const failUnknown = (error: unknown): never => {
    const repeat = `players ${name} ${player} ${formatMajorAmount(cents)} ${reference}`
    throw new Error(`${messageOf(error)}. It may be booked all the same; this books it once: ${repeat}`)
  }
  return withStore(context, async (db) => {
    const result = await transfer(db, order).catch(failUnknown)
    if (!result.ok) return refuse(result.code)
    const outcome = result.repeated ? 'was booked before' : 'booked'
    const wallet = format(result.answer.balance)
    return `${player}  ${name} of ${format(cents)} ${outcome}, wallet ${wallet}, reference ${reference}`
  })
}

/** Returns what is to be printed of a command that changes nothing. */
async function run(context: CommandContext, command: Command): Promise<string | undefined> {
  switch (command.name) {
    case 'help':
      return USAGE
    case 'list':
      return list(context, command)
    case 'add':
      return add(context, command)
    case 'password':
      return password(context, command)
    case 'pin':
      return pin(context, command)
    case 'import':
      return importFile(context, command)
    case 'unlock':
      return liftLockOut(context, command)
    case 'ban':
    case 'unban':
      return setBan(context, command)
    case 'max-stake':
      return setCap(context, command)
    default:
      return move(context, command)
  }
}

/**
 * Prints the result of a command that has changed something. Where the output cannot be written, what it has
 * done is done: its result, with generated passwords and references, goes to stderr.
 */
function printDone({ write }: CommandContext, result: string): void {
  try {
    write(`${result}\n`)
  } catch (error) {
    endWith(`${messageOf(error)} The command is done. This is what it prints:\n${result}`, 2)
  }
}

export const players: RunnableCommand = async (context) => {
  const parsed = parseCommand(context.args)
  const command = typeof parsed === 'string' ? fail(`${parsed}\n${USAGE}`) : parsed
  try {
    const result = await run(context, command)
    if (result !== undefined) context.write(`${result}\n`)
    return 0
  } catch (error) {
    if (error instanceof CommandError) throw error
    return endWith(`The players cannot be changed: ${messageOf(error)}`, 2)
  }
}
