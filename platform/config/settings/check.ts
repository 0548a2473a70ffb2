import * as v from 'valibot'
import { SETTING_TEXTS } from '../../../src/contract/settings-docs.ts'
import { ALL_DEFAULTS, ALL_SETTINGS, type SettingsKey } from '../../../src/contract/settings-operator.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'
import { lineAndColumn, readJsonText } from './json-text.ts'
import { SETTINGS_KEYS } from './schema.ts'

/** Something to mend, with its place in the file, from 1. */
export interface Finding {
  line: number
  column: number
  text: string
}

const LONGEST = 60

/** A value as it stands in a file; a long one is cut. */
function written(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

/** What the schema has at a place inside of a key's value. */
function schemaAt(key: SettingsKey, inside: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = toJsonSchema(ALL_SETTINGS[key])
  for (const part of inside) at = at?.items ?? at?.properties?.[part]
  return at
}

/** What may be written there, in words: the schema's own, or where it has none those for the whole key. */
function allowedFor(key: SettingsKey, inside: readonly string[]): string {
  const schema = schemaAt(key, inside)
  const own = schema && words(schema)
  return (inside.length ? own : undefined) ?? SETTING_TEXTS[key].allowed ?? own ?? 'something else'
}

function words(schema: JsonSchema): string | undefined {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  if (schema.enum) return `one of ${schema.enum.map(written).join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'string') return schema.pattern ? undefined : 'a text between double quotes'
  if (type !== 'number' && type !== 'integer') return undefined
  const number = type === 'integer' ? 'a whole number' : 'a number'
  if (maximum < Number.POSITIVE_INFINITY && minimum > Number.NEGATIVE_INFINITY)
    return `${number} from ${minimum} to ${maximum}`
  if (maximum < Number.POSITIVE_INFINITY) return `${number}, ${maximum} at most`
  return minimum > Number.NEGATIVE_INFINITY ? `${number}, ${minimum} or more` : number
}

/** How many letters must change to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** There is no such key; with the known one that was probably meant, if one is near. */
function noSuchKey(unknown: string, known: readonly string[]): string {
  const plain = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '')
  const [nearest] = known
    .map((key) => ({ key, far: distance(plain(unknown), plain(key)) }))
    .sort((a, b) => a.far - b.far)
  const near = nearest && nearest.far <= Math.max(2, nearest.key.length / 3)
  return `no key "${unknown}". ${near ? `Did you mean "${nearest.key}"?` : 'The README lists all there are.'}`
}

/** What is wrong with a key's value: where inside of it, and in words. Empty when it is right. */
function wrongs(key: SettingsKey, given: unknown): { path: readonly string[]; text: string }[] {
  const read = v.safeParse(ALL_SETTINGS[key], given)
  if (read.success) return []
  // A number may be below two bounds at once: that is one thing to mend.
  const places = new Map(read.issues.map((issue) => [v.getDotPath(issue), issue]))
  return [...places.values()].map((issue) => {
    const inside = (issue.path ?? []).map((part) => String(part.key))
    const around = inside.slice(0, -1)
    const named = (parts: readonly string[]) =>
      key + parts.map((part) => (/^\d+$/.test(part) ? `, item ${Number(part) + 1}` : `, "${part}"`)).join('')
    const about = () => {
      const [last = ''] = inside.slice(-1)
      if (issue.expected === 'never')
        return `${named(around)} has ${noSuchKey(last, Object.keys(schemaAt(key, around)?.properties ?? {}))}`
      const is = issue.input === undefined ? 'missing' : written(issue.input)
      return `${named(inside)} is ${is}. Allowed: ${allowedFor(key, inside)}.`
    }
    const text = `${about()} Until this is mended the default holds: ${written(ALL_DEFAULTS[key])}.`
    return { path: [key, ...inside], text }
  })
}

/** All that is to be mended in the text of a Settings.json, in the order of the file. Never throws. */
export function checkSettings(text: string): Finding[] {
  const at = (offset: number, said: string) => ({ ...lineAndColumn(text, offset), text: said })
  const read = readJsonText(text)
  if (!read.ok) return [at(read.at, `This is no JSON: ${read.problem}.`)]
  const { value, places, keys } = read
  if (!v.is(v.record(v.string(), v.unknown()), value) || Array.isArray(value))
    return [at(places.get('') ?? 0, 'Settings stand between { and }.')]
  const known = new Set<string>(SETTINGS_KEYS)
  const findings: { offset: number; said: string }[] = []
  for (const [index, { key, at: offset }] of keys.entries()) {
    if (keys.findIndex((other) => other.key === key) < index)
      findings.push({ offset, said: `"${key}" stands here once more: only the last one counts.` })
    if (known.has(key) || key.startsWith('$')) continue
    findings.push({ offset, said: `There is ${noSuchKey(key, SETTINGS_KEYS)}` })
  }
  /** What is missing stands where it should be: in what is around it. */
  const placeOf = (path: readonly string[]): number =>
    places.get(path.join('/')) ?? (path.length ? placeOf(path.slice(0, -1)) : 0)
  for (const key of SETTINGS_KEYS) {
    if (!Object.hasOwn(value, key)) continue
    for (const { path, text: said } of wrongs(key, value[key])) findings.push({ offset: placeOf(path), said })
  }
  return findings.sort((a, b) => a.offset - b.offset).map(({ offset, said }) => at(offset, said))
}
