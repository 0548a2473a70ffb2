import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { parseMajorAmount } from '../lib/major-amount.ts'

export const USAGE = `Usage: npm run players -- COMMAND
  list [--csv]                      all players: state, wallet, machine
  add NAME [--password-stdin]       adds a player; prints a PIN and, unless it is read, a password
  password NAME [--password-stdin]  sets a password and ends the player's logins
  pin NAME [--pin-stdin]            sets the PIN of the lock screen
  unlock NAME                       lifts the lock-out after wrong passwords
  ban NAME, unban NAME              bans a player and ends the logins; lifts the ban
  max-stake NAME AMOUNT|none        sets the player's highest stake of a spin, or lifts it
  import FILE                       adds all players of a CSV or JSON file, or none; - reads the standard input
  credit NAME AMOUNT [REFERENCE]    moves money from the house to the wallet
  debit NAME AMOUNT [REFERENCE]     moves money back
AMOUNT is in the currency of Settings.json, such as 50 or 12.50. A REFERENCE is booked once.
Passwords and PINs are never arguments: they are generated, or read from the standard input.`

/** `readsSecret`: from stdin; otherwise it is generated. */
export interface SecretCommand {
  readonly name: 'add' | 'password' | 'pin'
  readonly player: string
  readonly readsSecret: boolean
}

export interface TransferCommand {
  readonly name: 'credit' | 'debit'
  readonly player: string
  readonly cents: number
  /** A new id unless it is given. */
  readonly reference: string
}

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly isCsv: boolean }
  | { readonly name: 'unlock'; readonly player: string }
  | { readonly name: 'ban' | 'unban'; readonly player: string }
  | { readonly name: 'import'; readonly file: string }
  | { readonly name: 'max-stake'; readonly player: string; readonly maxStake: number | null }
  | SecretCommand
  | TransferCommand

/** The arguments of a command, and the option that it has. */
const COMMANDS = {
  list: { min: 0, max: 0, option: 'csv' },
  add: { min: 1, max: 1, option: 'password-stdin' },
  password: { min: 1, max: 1, option: 'password-stdin' },
  pin: { min: 1, max: 1, option: 'pin-stdin' },
  unlock: { min: 1, max: 1, option: undefined },
  ban: { min: 1, max: 1, option: undefined },
  unban: { min: 1, max: 1, option: undefined },
  'max-stake': { min: 2, max: 2, option: undefined },
  import: { min: 1, max: 1, option: undefined },
  credit: { min: 2, max: 3, option: undefined },
  debit: { min: 2, max: 3, option: undefined },
} as const

const WRONG_AMOUNT = 'The amount is not above zero, or not written as 50 or 12.50.'
const REFERENCE = /^[\w.:-]{1,64}$/
const flag = { type: 'boolean', default: false } as const

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name)

function parseOptions(args: string[]) {
  try {
    const options = { csv: flag, 'password-stdin': flag, 'pin-stdin': flag, help: flag }
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return undefined
  }
}

/** The command, or in words what is wrong; the words quote no argument, as one may be a password. */
export function parseCommand(args: string[]): Command | string {
  const parsed = parseOptions(args)
  if (!parsed) return 'There is an unknown option.'
  const { help, ...options } = parsed.values
  if (help) return { name: 'help' }
  const [name = '', ...words] = parsed.positionals
  if (!isCommand(name)) return name ? 'There is no such command.' : 'A command is missing.'
  const { min, max, option } = COMMANDS[name]
  if (words.length < min || words.length > max || words.includes(''))
    return `The command ${name} takes ${min === max ? min : `${min} or ${max}`} arguments.`
  const given = Object.entries(options).flatMap(([key, value]) => (value ? key : []))
  if (given.some((key) => key !== option)) return `The command ${name} does not take this option.`
  const hasOption = given.length > 0
  const [first = '', amount = '', reference = randomUUID()] = words
  switch (name) {
    case 'list':
      return { name, isCsv: hasOption }
    case 'import':
      return { name, file: first }
    case 'unlock':
    case 'ban':
    case 'unban':
      return { name, player: first }
    case 'max-stake': {
      const maxStake = amount === 'none' ? null : parseMajorAmount(amount)
      return maxStake || maxStake === null ? { name, player: first, maxStake } : WRONG_AMOUNT
    }
    case 'credit':
    case 'debit': {
      const cents = parseMajorAmount(amount)
      if (!cents) return WRONG_AMOUNT
      if (!REFERENCE.test(reference)) return 'A reference has at most 64 letters, digits and . : _ -'
      return { name, player: first, cents, reference }
    }
    default:
      return { name, player: first, readsSecret: hasOption }
  }
}
