import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import { oneLine } from '../../src/contract/one-line.ts'
import { PasswordRequest } from '../../src/contract/player.ts'
import { parseMajorAmount } from '../lib/major-amount.ts'
import { MIN_PASSWORD_LENGTH, newPasswordError } from '../players/passwords.ts'
import { NewUsername, spellingKey, usernameKey } from '../players/usernames.ts'
import { type FileError, type PlayerField, readFileRows, UnreadableFile } from './player-file-rows.ts'

/** A player of a file. */
export interface ListedPlayer {
  /** From 1. */
  readonly line: number
  readonly username: string
  /** Undefined: one is generated. */
  readonly password: string | undefined
  readonly pin: string | undefined
  readonly name: string
  readonly lastname: string
  readonly email: string | null
  /** What the wallet begins with, cents. */
  readonly cents: number
  /** The highest stake of a spin, cents; undefined: no limit. */
  readonly maxStake: number | undefined
}

export type ReadPlayers =
  | { readonly ok: true; readonly players: readonly ListedPlayer[] }
  | { readonly ok: false; readonly errors: readonly FileError[] }

/** One file is one transaction. */
const MAX_PLAYERS = 10_000

const Name = v.pipe(v.string(), v.trim(), v.maxLength(100), oneLine)
const NAME_RULE = 'a name has at most 100 characters, none of them a control character'
/** The PIN pad takes 12 digits. */
const Pin = v.pipe(v.string(), v.regex(/^\d{4,12}$/))
const isAmount = (given: string | number) => parseMajorAmount(String(given)) !== undefined

const isAboveZero = (given: string | number) => !!parseMajorAmount(String(given))

/** Each field's schema, and the rule in words; the words quote no value. */
const RULES = {
  username: [NewUsername, 'a username has 4 to 100 characters, none of them a control one'],
  password: [PasswordRequest.entries.new_password, 'a password is a text of at most 200 characters'],
  pin: [Pin, 'a PIN is a text of 4 to 12 digits'],
  name: [Name, NAME_RULE],
  lastname: [Name, NAME_RULE],
  email: [v.pipe(v.string(), v.email(), v.maxLength(254)), 'this is no e-mail address'],
  credit: [
    v.pipe(v.union([v.string(), v.number()]), v.check(isAmount)),
    'an amount is written as 50 or 12.50',
  ],
  maxStake: [
    v.pipe(v.union([v.string(), v.number()]), v.check(isAboveZero)),
    'a maximum stake is above zero, and written as 2 or 2.50',
  ],
} as const satisfies Record<PlayerField, readonly [v.GenericSchema, string]>

const PASSWORD_ERRORS: Partial<Record<RefusalCode, Omit<FileError, 'line'>>> = {
  [Code.passwordTooShort]: {
    code: 'password-too-short',
    text: `the password has fewer than ${MIN_PASSWORD_LENGTH} characters`,
  },
  [Code.passwordTooCommon]: {
    code: 'password-too-common',
    text: 'the password is one of the most common ones',
  },
}

export const isPin = (text: string): boolean => v.is(Pin, text)

/** Reads and checks a file of players. One error for each wrong line; with an error there are no players. */
export function readPlayerFile(bytes: Uint8Array): ReadPlayers {
  try {
    const rows = readFileRows(bytes)
    if (rows.length > MAX_PLAYERS)
      throw new UnreadableFile(1, 'too-many', `the file has more than ${MAX_PLAYERS} players: divide it`)
    const lineOfName = new Map<string, number>()
    const checked = rows.map((row): ListedPlayer | FileError => {
      const player = 'fields' in row ? checkFields(row.line, row.fields) : row
      if ('code' in player) return player
      const key = spellingKey(usernameKey(player.username))
      const first = lineOfName.get(key)
      lineOfName.set(key, first ?? row.line)
      if (first === undefined) return player
      return { line: row.line, code: 'repeated-username', text: `line ${first} has this username too` }
    })
    const errors = checked.flatMap((row) => ('code' in row ? row : []))
    if (errors.length > 0) return { ok: false, errors }
    return { ok: true, players: checked.flatMap((row) => ('code' in row ? [] : row)) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, errors: [error.error] }
    throw error
  }
}

function checkFields(line: number, fields: ReadonlyMap<PlayerField, unknown>): ListedPlayer | FileError {
  if (!fields.has('username')) return { line, code: 'username', text: 'the username is missing' }
  const read: Partial<Record<PlayerField, string>> = {}
  for (const [field, given] of fields) {
    const [schema, text] = RULES[field]
    const parsed = v.safeParse(schema, given)
    if (!parsed.success) return { line, code: field, text }
    read[field] = String(parsed.output)
  }
  const {
    username = '',
    password,
    pin,
    name = '',
    lastname = '',
    email = null,
    credit = '0',
    maxStake,
  } = read
  const weak = password === undefined ? undefined : newPasswordError(password)
  if (weak) return { line, code: 'password', text: RULES.password[1], ...PASSWORD_ERRORS[weak.code] }
  const amounts = {
    cents: parseMajorAmount(credit) ?? 0,
    maxStake: maxStake === undefined ? undefined : parseMajorAmount(maxStake),
  }
  return { line, username, password, pin, name, lastname, email, ...amounts }
}
