import { parseArgs } from 'node:util'
import { readCurrency } from '../config/read-currency.ts'
import { type Command, endWith } from '../lib/command.ts'
import { formatMinute } from '../lib/format-time.ts'
import { formatMajorAmount } from '../lib/major-amount.ts'
import { messageOf } from '../lib/message-of.ts'
import { type Column, csvTable, textTable } from '../lib/table.ts'
import { configOf } from './config-of.ts'
import { type ReportedMachine, reportMachines } from './machine-report.ts'
import { withBooks } from './open-books.ts'
import { readPeriod } from './report-period.ts'

/*
 * `npm run report`, with the platform's environment: who plays at each machine, and what each machine took
 * and paid on a day or several. It writes nothing. Exits with 1 for wrong arguments, and with 2 if the
 * database cannot be read; the embedded database must not be in use by a platform.
 */

const USAGE = `Usage: npm run report -- [DAY [LAST_DAY]] [--csv]
  Without a day, such as 2026-11-25, it is today. Days begin at midnight in this machine's time zone (TZ).
  The players and credits are those of now, the other figures those of the days, in the currency of Settings.json:
  spins, free: paid and free spins, games   coin in, coin out: stakes, and wins and hand pays without jackpots
  fed, paid:   the jackpot, by the stakes   net: what the house kept, coin in - coin out - fed
  cash in, cash out: between the wallets and the machine, also what is on its way to a cabinet`

/** The figures, with their columns. */
const FIGURES = [
  ['credit', 'credit'],
  ['spins', 'spins'],
  ['free_spins', 'free'],
  ['coin_in', 'coin in'],
  ['coin_out', 'coin out'],
  ['jackpot_fed', 'fed'],
  ['jackpot_paid', 'paid'],
  ['net', 'net'],
  ['cash_in', 'cash in'],
  ['cash_out', 'cash out'],
] as const
type Figure = (typeof FIGURES)[number][0]

const COLUMNS: readonly Column[] = [
  { head: 'id', isNumber: true },
  ...['machine', 'brand', 'state', 'player', 'since'].map((head) => ({ head })),
  ...FIGURES.map(([, head]) => ({ head, isNumber: true })),
]

function readArguments(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({ args, options: { csv: flag, help: flag }, allowPositionals: true })
  } catch (error) {
    return endWith(`${messageOf(error)}\n${USAGE}`, 1)
  }
}

const format = (name: Figure, value: number) =>
  name === 'spins' || name === 'free_spins' ? String(value) : formatMajorAmount(value)

function rowOf(machine: ReportedMachine): string[] {
  const { id, name, brand, state, player, since } = machine
  const seat = [player ?? '', since ? formatMinute(since) : '']
  return [
    String(id),
    name,
    brand,
    state,
    ...seat,
    ...FIGURES.map(([figure]) => format(figure, machine[figure])),
  ]
}

function totalOf(machines: readonly ReportedMachine[]): string[] {
  const sum = (figure: Figure) => machines.reduce((total, machine) => total + machine[figure], 0)
  const players = machines.filter(({ player }) => player !== null).length
  return ['', 'total', '', '', String(players), '', ...FIGURES.map(([figure]) => format(figure, sum(figure)))]
}

const fail = (reason: string): never => endWith(`There is no report: ${reason}`, 2)

export const report: Command = async ({ args, env, write }) => {
  const { values, positionals } = readArguments(args)
  if (values.help) {
    write(`${USAGE}\n`)
    return 0
  }
  const period = positionals.length > 2 ? undefined : readPeriod(positionals, new Date())
  if (!period)
    return endWith(`A day is written as 2026-11-25, and the last one is not before the first.\n${USAGE}`, 1)
  const config = configOf(env, fail)
  return withBooks(config, fail, async (db) => {
    const machines = await reportMachines(db, period)
    if (values.csv) write(`${csvTable(COLUMNS, machines.map(rowOf))}\n`)
    else {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const title = `${formatMinute(period.from)} to ${formatMinute(period.to)} ${zone}, ${await readCurrency(config)}`
      write(`${title}\n${textTable(COLUMNS, [...machines.map(rowOf), totalOf(machines)])}\n`)
    }
    return 0
  })
}
