import * as v from 'valibot'
import { type Clause, Norms, stateOf, testsOf } from './clauses.ts'

/** How long a source counts as read. */
const MAX_AGE_DAYS = 366
const DAY_MS = 24 * 60 * 60_000

/** All success criteria of the levels A and AA; 4.1.1 is not in WCAG 2.2 any more. */
const CRITERIA: Readonly<Record<'A' | 'AA', string>> = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2
    2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7
    2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
}
const LEVELS = new Map(
  (['A', 'AA'] as const).flatMap((level) => CRITERIA[level].split(/\s+/).map((id) => [id, level])),
)

export interface Known {
  /** A day, such as "2026-11-29". */
  today: string
  settings: ReadonlySet<string>
  /** The titles of the tests in a file; undefined: there is no such file. */
  titlesOf(file: string): ReadonlySet<string> | undefined
}

const nameOf = ({ norm, id }: Clause) => `${norm} ${id}`

function faultsOfTests(one: Clause, { titlesOf }: Known): string[] {
  return testsOf(one).flatMap((test) => {
    const [file = ''] = test.split(': ', 1)
    const titles = titlesOf(file)
    if (!titles) return [`${nameOf(one)}: there is no ${file}`]
    const title = test.slice(file.length + 2)
    return titles.has(title) ? [] : [`${nameOf(one)}: ${file} has no test "${title}"`]
  })
}

function faultsOfCriterion(one: Clause): string[] {
  if (one.norm !== 'WCAG 2.2') return one.level ? [`${nameOf(one)}: has no level`] : []
  const level = LEVELS.get(one.id)
  if (one.level !== level)
    return [`${nameOf(one)}: its level is ${level ?? 'none, there is none of that number'}`]
  // The statement lists it in each language.
  const isInStatement = stateOf(one) !== undefined && stateOf(one) !== 'met'
  return isInStatement && typeof one.note !== 'object' ? [`${nameOf(one)}: its note needs each language`] : []
}

function faultsOfSources({ day, sources, clauses }: Norms, { today }: Known): string[] {
  const cited = new Set(clauses.map(({ source }) => source))
  const oldest = new Date(Date.parse(today) - MAX_AGE_DAYS * DAY_MS).toJSON().slice(0, 10)
  const ofDay = (name: string, at: string, last: string) => {
    if (at > last) return [`${name}: ${at} is after ${last}`]
    return at < oldest ? [`${name}: ${at} is more than a year ago`] : []
  }
  return [
    ...ofDay('the list', day, today),
    ...Object.entries(sources).flatMap(([name, one]) => [
      ...(cited.has(name) ? [] : [`${name}: no clause cites it`]),
      ...('read' in one ? ofDay(name, one.read, day) : []),
    ]),
  ]
}

function faultsOfClause(one: Clause, { sources }: Norms, known: Known): string[] {
  const source = sources[one.source]
  const isClaimed = stateOf(one) !== undefined && stateOf(one) !== 'open'
  return [
    ...(source ? [] : [`${nameOf(one)}: there is no source "${one.source}"`]),
    ...(source && !('read' in source) && isClaimed ? [`${nameOf(one)}: nobody has read its source`] : []),
    ...(one.settings ?? [])
      .filter((key) => !known.settings.has(key))
      .map((key) => `${nameOf(one)}: there is no setting "${key}"`),
    ...faultsOfTests(one, known),
    ...faultsOfCriterion(one),
  ]
}

/** What is wrong with the list, one line each. `raw`: docs/norms/clauses.json. */
export function findFaults(raw: unknown, known: Known): string[] {
  const { success, issues, output: norms } = v.safeParse(Norms, raw)
  if (!success) return issues.map((issue) => `${v.getDotPath(issue) ?? 'the list'}: ${issue.message}`)
  const names = norms.clauses.map(nameOf)
  return [
    ...names.filter((name, at) => names.indexOf(name) < at).map((name) => `${name}: is there twice`),
    ...[...LEVELS.keys()]
      .filter((id) => !names.includes(`WCAG 2.2 ${id}`))
      .map((id) => `WCAG 2.2 ${id}: is missing`),
    ...faultsOfSources(norms, known),
    ...norms.clauses.flatMap((one) => faultsOfClause(one, norms, known)),
  ]
}
