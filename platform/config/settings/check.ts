import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { SETTING_TEXTS } from '../../../src/contract/settings-docs.ts'
import { ALL_DEFAULTS, ALL_SETTINGS, type SettingsKey } from '../../../src/contract/settings-operator.ts'
import { keysOf, lineAndColumn, offsetAt, parseJson, repeatedKeys } from './parse-json.ts'
import { inputSchema, SETTINGS_KEYS } from './schema.ts'
import { unmetNeeds } from './unmet-needs.ts'

/** A mistake in the file; line and column from 1. */
export interface Finding {
  line: number
  column: number
  text: string
  /** It would switch off a protection of the player: the platform does not use such a file. */
  isRefused: boolean
}

const MAX_VALUE_LENGTH = 60

/** A value as in the file; a long one is cut. */
function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text
}

const isSchema = (given: unknown): given is JsonSchema => typeof given === 'object' && !Array.isArray(given)

/** The schema at a path inside a key's value. */
function schemaAt(key: SettingsKey, path: readonly string[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = inputSchema(ALL_SETTINGS[key])
  for (const part of path) {
    const next: unknown = schema?.items ?? schema?.properties?.[part]
    schema = isSchema(next) ? next : undefined
  }
  return schema
}

/** The allowed values at a path, in words; if the schema does not contain them, those of the whole key. */
function allowedAt(key: SettingsKey, path: readonly string[]): string {
  const schema = schemaAt(key, path)
  const words = schema && describeSchema(schema)
  return (path.length ? words : undefined) ?? SETTING_TEXTS[key].allowed ?? words ?? 'something else'
}

function describeSchema({ type, minimum, maximum, pattern, ...schema }: JsonSchema): string | undefined {
  if (schema.enum) return `one of ${schema.enum.map(formatValue).join(', ')}`
  if (schema.const !== undefined) return formatValue(schema.const)
  if (type === 'boolean') return 'true or false'
  if (type === 'string') return pattern ? undefined : 'a text between double quotes'
  if (type !== 'number' && type !== 'integer') return undefined
  const number = type === 'integer' ? 'a whole number' : 'a number'
  // The bounds of a safe integer are not the setting's own limits.
  const min = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (min !== undefined && max !== undefined) return `${number} from ${min} to ${max}`
  if (max !== undefined) return `${number}, ${max} at most`
  return min === undefined ? number : `${number}, ${min} or more`
}

/** The known key that differs from an unknown one in capitals and signs alone. */
function respeltKey(unknown: string, known: readonly string[]): string | undefined {
  const plain = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '')
  return known.find((key) => plain(key) === plain(unknown))
}

function unknownKey(unknown: string, known: readonly string[]): string {
  const respelt = respeltKey(unknown, known)
  return `no key "${unknown}". ${respelt ? `It is "${respelt}".` : 'docs/operator/settings.md lists all keys.'}`
}

/** The part of a key's value at a path, as the file has it. */
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, part) => Object(found)[part], value)

interface Problem {
  /** The path from the root of the file. */
  path: readonly string[]
  text: string
}

const REFUSED = 'This protects the player: the platform does not use the file until it is corrected.'

/** The mistakes in a key's value. */
function problemsOf(key: SettingsKey, value: unknown): Problem[] {
  const read = v.safeParse(ALL_SETTINGS[key], value)
  if (read.success) return []
  // A number may violate two bounds at once: one issue per path is enough.
  const issues = new Map(read.issues.map((issue) => [v.getDotPath(issue), issue]))
  return [...issues.values()].map((issue) => {
    const path = (issue.path ?? []).map((part) => String(part.key))
    const parent = path.slice(0, -1)
    const describe = () => {
      if (issue.expected === 'never') {
        const known = Object.keys(schemaAt(key, parent)?.properties ?? {})
        return `${locate(key, parent)} has ${unknownKey(path.at(-1) ?? '', known)}`
      }
      // `issue.input` may be a transformed value, such as an amount in cents.
      const input = valueAt(value, path)
      const given = input === undefined ? 'missing' : formatValue(input)
      return `${locate(key, path)} is ${given}. Allowed: ${allowedAt(key, path)}.`
    }
    const effect = SETTING_TEXTS[key].protects
      ? REFUSED
      : `The default applies until this is corrected: ${formatValue(ALL_DEFAULTS[key])}.`
    return { path: [key, ...path], text: `${describe()} ${effect}` }
  })
}

/** A path in words: `banners, item 1, "title"`. */
const locate = (key: SettingsKey, path: readonly string[]): string =>
  key + path.map((part) => (/^\d+$/.test(part) ? `, item ${Number(part) + 1}` : `, "${part}"`)).join('')

/** All mistakes in the text of a Settings.json, in the order of the file. Never throws. */
export function checkSettings(text: string): Finding[] {
  const finding = (offset: number, words: string, isRefused = true) => ({
    ...lineAndColumn(text, offset),
    text: words,
    isRefused,
  })
  const read = parseJson(text)
  if (!read.ok) return [finding(read.offset, `This is not valid JSON: ${read.problem}.`)]
  const { value, tree } = read
  if (!v.is(v.record(v.string(), v.unknown()), value) || Array.isArray(value))
    return [finding(tree.offset, 'Settings must be one object, between { and }.')]
  const known = new Set<string>(SETTINGS_KEYS)
  const isProtecting = (key: string | undefined) => SETTING_TEXTS[key as SettingsKey]?.protects === true
  const findings: { offset: number; words: string; isRefused: boolean }[] = []
  const keys = keysOf(tree)
  for (const { key, offset } of repeatedKeys(tree)) {
    // Of two values of a protection one is an oversight, and the last one may be the weaker.
    const isRefused = isProtecting(key) && keys.some((own) => own.offset === offset)
    const effect = isRefused ? `. ${REFUSED}` : ': the last one applies.'
    findings.push({ offset, words: `"${key}" is repeated here${effect}`, isRefused })
  }
  for (const { key, offset } of keys) {
    if (known.has(key) || key.startsWith('$')) continue
    // A misspelt key switches its protection off like a wrong value.
    const respelt = respeltKey(key, SETTINGS_KEYS)
    const isRefused = isProtecting(respelt) && !Object.hasOwn(value, respelt ?? '')
    const words = `There is ${unknownKey(key, SETTINGS_KEYS)}${isRefused ? ` ${REFUSED}` : ''}`
    findings.push({ offset, words, isRefused })
  }
  for (const key of SETTINGS_KEYS) {
    if (!Object.hasOwn(value, key)) continue
    for (const problem of problemsOf(key, value[key]))
      findings.push({
        offset: offsetAt(tree, problem.path),
        words: problem.text,
        isRefused: isProtecting(key),
      })
  }
  for (const { key, text: words } of unmetNeeds(value))
    findings.push({ offset: offsetAt(tree, [key]), words, isRefused: false })
  return findings
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, words, isRefused }) => finding(offset, words, isRefused))
}
