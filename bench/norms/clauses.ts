import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { LOCALE_CODES } from '../../src/contract/locales.ts'

/* docs/norms/clauses.json: each clause of a norm that concerns a player's front end, and who holds it. */

/** In their order on the page. */
export const NORMS = ['WCAG 2.2', 'RTS', 'LCCP', 'GLI-19', 'GlüStV § 22a', 'AGCO', 'MGA'] as const

const text = v.pipe(v.string(), v.nonEmpty())
const Day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.check((day) => new Date(day).toJSON()?.startsWith(day) ?? false, 'no day of the calendar'),
)
/** For the statement in each language, or for this list alone. */
const Note = v.union([text, v.strictObject(v.entriesFromList(LOCALE_CODES, text))])

const source = { title: text, url: v.pipe(v.string(), v.url()) }
const Source = v.union([
  /** `extent`: what of it was read; `isSecondary`: somebody's summary. */
  v.strictObject({ ...source, read: Day, extent: text, isSecondary: v.optional(v.literal(true)) }),
  /** Why it could not be read. */
  v.strictObject({ ...source, unread: text }),
])

const clause = {
  norm: v.picklist(NORMS),
  id: text,
  level: v.optional(v.picklist(['A', 'AA'])),
  asks: text,
  source: text,
  settings: v.optional(v.pipe(v.array(text), v.minLength(1))),
}
/** "file: title", where the title is that of a test, as it is written in the file. */
const tests = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[^:\s]+: ./))), v.minLength(1))
const holder = v.picklist(['app', 'platform'])
const Held = v.variant('state', [
  v.strictObject({ ...clause, holder, state: v.literal('met'), note: v.optional(text), tests }),
  /** `note`: what is missing. */
  v.strictObject({ ...clause, holder, state: v.literal('partly'), note: Note, tests }),
  v.strictObject({ ...clause, holder, state: v.literal('unmet'), note: Note }),
  /** Nothing is claimed, because no test shows it or the norm could not be read: `note` says which. */
  v.strictObject({ ...clause, holder, state: v.literal('open'), note: Note, tests: v.optional(tests) }),
])
/** `note`: what the operator has to do, or why the clause does not apply. */
const NotHeld = v.strictObject({ ...clause, holder: v.picklist(['operator', 'none']), note: text })
const Clause = v.variant('holder', [Held, NotHeld])

export const Norms = v.strictObject({
  /** When the list as a whole was last compared with the product. */
  day: Day,
  sources: v.record(v.string(), Source),
  clauses: v.array(Clause),
})
export type Norms = v.InferOutput<typeof Norms>
export type Clause = v.InferOutput<typeof Clause>
export type Source = v.InferOutput<typeof Source>

const FILE = new URL('../../docs/norms/clauses.json', import.meta.url)

/** The file as it is, not validated. */
export const readRawNorms = (): unknown => JSON.parse(readFileSync(FILE, 'utf8'))

/** Throws an Error for a file of another form. */
export const readNorms = (): Norms => v.parse(Norms, readRawNorms())

export const testsOf = (one: Clause): readonly string[] => ('tests' in one && one.tests) || []
export const stateOf = (one: Clause) => ('state' in one ? one.state : undefined)
