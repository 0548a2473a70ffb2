import * as v from 'valibot'

/*
 * A field that cannot be read costs that field, an item that cannot be read costs that item; the rest stands. Either
 * leaves its issues in the result and marks them as tolerated. The app uses a result without other issues
 * (`readTolerantly`) and reports them (net/unreadable.ts); `v.parse` and `success` stay strict, which the conformance
 * kit needs. `v.pipe` stops at any issue before a transformation: do not pipe these schemas into one.
 */

type Issues = [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

const tolerated = new WeakSet<v.BaseIssue<unknown>>()

interface Read {
  readonly typed?: boolean
  readonly issues?: readonly v.BaseIssue<unknown>[] | undefined
}

/** A result that is `typed` may still break a rule, such as that an amount is a whole number. */
const isUsable = ({ typed, issues = [] }: Read) =>
  typed === true && issues.every((issue) => tolerated.has(issue))

type TolerantResult<T> = { issues: Issues | undefined } & ({ ok: true; output: T } | { ok: false })

/** Parses as the app does: `issues` may come with a usable result. */
export function readTolerantly<S extends v.GenericSchema>(
  schema: S,
  raw: unknown,
): TolerantResult<v.InferOutput<S>> {
  const read = v.safeParse(schema, raw)
  const { issues } = read as { issues: Issues | undefined }
  return isUsable(read)
    ? { ok: true, output: read.output as v.InferOutput<S>, issues }
    : { ok: false, issues }
}

/**
 * An optional field: absent and null read as `fallback` (without one as they are). So does what `schema` cannot read,
 * with its issues. Not for an amount whose fallback would be an amount: that is `v.nullish`, which is strict.
 */
export function optional<const S extends v.GenericSchema>(schema: S): v.NullishSchema<S, undefined>
export function optional<const S extends v.GenericSchema, const D extends v.Default<S, null | undefined>>(
  schema: S,
  fallback: D,
): v.NullishSchema<S, D>
export function optional(schema: v.GenericSchema, fallback?: unknown): v.GenericSchema {
  const strict = v.nullish(schema, fallback)
  return {
    ...strict,
    '~run'(dataset, config) {
      const read = strict['~run'](dataset, config)
      if (isUsable(read)) return read
      const issues = read.issues as Issues
      for (const issue of issues) tolerated.add(issue)
      return { ...(strict['~run']({ value: undefined }, config) as v.SuccessDataset<unknown>), issues }
    },
  }
}

/** Parses each part of `given` and leaves out what cannot be read, with its issues. */
function readParts(
  schema: v.GenericSchema,
  given: object,
  config: v.Config<v.BaseIssue<unknown>>,
  keep: (value: unknown, key: string) => void,
): Issues | undefined {
  const issues: v.BaseIssue<unknown>[] = []
  for (const [key, value] of Object.entries(given)) {
    const read = schema['~run']({ value }, config)
    for (const issue of read.issues ?? []) {
      const at = { type: 'unknown', origin: 'value', input: given, key, value } as const
      const located: v.BaseIssue<unknown> = { ...issue, path: [at, ...(issue.path ?? [])] }
      tolerated.add(located)
      issues.push(located)
    }
    if (isUsable(read)) keep(read.value, key)
  }
  return issues.length > 0 ? (issues as Issues) : undefined
}

/** A list; an item that cannot be read is left out. A list of nothing but such items cannot be read itself. */
export function list<const S extends v.GenericSchema>(item: S): v.ArraySchema<S, undefined> {
  const strict = v.array(item)
  return {
    ...strict,
    '~run'(dataset, config) {
      if (!Array.isArray(dataset.value)) return strict['~run'](dataset, config)
      const value: v.InferOutput<S>[] = []
      const issues = readParts(item, dataset.value, config, (one) => value.push(one as v.InferOutput<S>))
      if (!issues) return { typed: true, value }
      return value.length > 0 ? { typed: true, value, issues } : { typed: false, value, issues }
    },
  } as v.ArraySchema<S, undefined>
}

/** One item or a list of them, read as a list; an item that cannot be read is left out. */
export function oneOrMany<const S extends v.GenericSchema>(
  item: S,
): v.GenericSchema<v.InferInput<S> | v.InferInput<S>[], v.InferOutput<S>[]> {
  const many = list(item)
  return {
    ...v.union([many, item]),
    '~run'(dataset, config) {
      const { value } = dataset
      return many['~run']({ value: Array.isArray(value) ? value : [value] }, config)
    },
  } as v.GenericSchema<v.InferInput<S> | v.InferInput<S>[], v.InferOutput<S>[]>
}

/** Values by name; null and what cannot be read are left out. */
export function dictionary<const S extends v.GenericSchema>(
  item: S,
): v.RecordSchema<v.StringSchema<undefined>, S, undefined> {
  const strict = v.record(v.string(), item)
  return {
    ...strict,
    '~run'(dataset, config) {
      const given = dataset.value
      if (!given || typeof given !== 'object') return strict['~run'](dataset, config)
      const value: Record<string, v.InferOutput<S>> = {}
      const present = Object.fromEntries(Object.entries(given).filter(([, one]) => one !== null))
      const issues = readParts(item, present, config, (one, key) => {
        value[key] = one as v.InferOutput<S>
      })
      return issues ? { typed: true, value, issues } : { typed: true, value }
    },
  } as v.RecordSchema<v.StringSchema<undefined>, S, undefined>
}
