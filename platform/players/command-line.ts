import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run players -- add NAME [--password-stdin]
       npm run players -- credit NAME CENTS [REFERENCE]
       npm run players -- debit NAME CENTS [REFERENCE]`

export interface AddCommand {
  readonly name: 'add'
  readonly player: string
  /** Otherwise a password is generated. */
  readonly readsPassword: boolean
}

export interface TransferCommand {
  readonly name: 'credit' | 'debit'
  readonly player: string
  readonly cents: number
  /** A new id unless it is given. */
  readonly reference: string
}

/** Below 10^15, so that the sum of a few fits a safe integer. */
const CENTS = /^[1-9]\d{0,14}$/
const REFERENCE = /^[\w.:-]{1,64}$/

function readArguments(args: string[]) {
  try {
    const options = { 'password-stdin': { type: 'boolean', default: false } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return undefined
  }
}

/** Undefined: a mistake, such as a password among the arguments. */
export function parseCommand(args: string[]): AddCommand | TransferCommand | undefined {
  const read = readArguments(args)
  if (!read) return undefined
  const [name, player, ...rest] = read.positionals
  const readsPassword = read.values['password-stdin']
  if (!player) return undefined
  if (name === 'add') return rest.length === 0 ? { name, player, readsPassword } : undefined
  if ((name !== 'credit' && name !== 'debit') || readsPassword || rest.length > 2) return undefined
  const [cents = '', reference = randomUUID()] = rest
  if (!CENTS.test(cents) || !REFERENCE.test(reference)) return undefined
  return { name, player, cents: Number(cents), reference }
}
