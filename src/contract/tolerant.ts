import * as v from 'valibot'

/*
 * An unreadable field loses only that field, and an unreadable list item only that item. Both leave their
 * issues in the result and mark them as tolerated. The app uses a result without other issues
 * (`readTolerantly`) and reports the tolerated ones (net/report-unreadable.ts). `v.parse` and `success` stay
 * strict, as the conformance kit needs. `v.pipe` stops at any issue before a transformation: do not pipe
 * these schemas into one. The annotations let the bundler drop unused schemas.
 */

type Issue = v.BaseIssue<unknown>
type Issues = [Issue, ...Issue[]]
type Config = v.Config<Issue>
type Dataset = v.OutputDataset<unknown, Issue>

const tolerated = new WeakSet<Issue>()

/** A `typed` result may still violate a rule, such as that an amount is an integer. */
const isUsable = ({ typed, issues }: { typed: boolean; issues?: readonly Issue[] | undefined }) =>
  typed && !issues?.some((issue) => !tolerated.has(issue))

type TolerantResult<T> = { issues: Issues | undefined } & ({ ok: true; output: T } | { ok: false })

/** Parses tolerantly: a usable result may have `issues` too. */
export function readTolerantly<S extends v.GenericSchema>(
  schema: S,
  raw: unknown,
): TolerantResult<v.InferOutput<S>> {
  const read = v.safeParse(schema, raw)
  return { ...read, ok: isUsable(read) } as TolerantResult<v.InferOutput<S>>
}

/**
 * `schema`, parsed by `run`. Other code that reads the schema, such as the published contract, sees it
 * unchanged.
 */
export const withRun = <S extends v.GenericSchema>(
  schema: S,
  run: (value: unknown, config: Config) => Dataset,
): v.GenericSchema => ({ ...schema, '~run': ({ value }, config) => run(value, config) })

/**
 * An optional field: an absent, null or unreadable value becomes `fallback` (the unreadable one with its
 * issues); without a `fallback`, absent and null stay as they are. Not for an amount whose fallback is an
 * amount: use `v.nullish`, which is strict.
 */
export function optional<const S extends v.GenericSchema>(schema: S): v.NullishSchema<S, undefined>
export function optional<const S extends v.GenericSchema, const D extends v.Default<S, null | undefined>>(
  schema: S,
  fallback: D,
): v.NullishSchema<S, D>
/* @__NO_SIDE_EFFECTS__ */
export function optional(schema: v.GenericSchema, fallback?: unknown): v.GenericSchema {
  return unreadableAs(v.nullish(schema, fallback), undefined)
}

/** An unreadable value counts as `instead`, with its issues: where it may not count as absent. */
/* @__NO_SIDE_EFFECTS__ */
export const unreadableAs = <const S extends v.GenericSchema>(schema: S, instead: v.InferInput<S>): S =>
  unreadableBy(schema, () => instead)

/** The same, where `instead` keeps a part of the value. It may be unreadable itself. */
/* @__NO_SIDE_EFFECTS__ */
export const unreadableBy = <const S extends v.GenericSchema>(
  schema: S,
  instead: (value: unknown) => unknown,
): S =>
  withRun(schema, (value, config) => {
    const read = schema['~run']({ value }, config)
    if (isUsable(read)) return read
    for (const issue of read.issues as Issues) tolerated.add(issue)
    return { ...schema['~run']({ value: instead(value) }, config), issues: read.issues } as Dataset
  }) as S

/**
 * A code of the server, which may be a text of digits: such a text leaves a tolerated issue, so that the
 * conformance kit names it.
 */
export const codeNumber: v.GenericSchema<number> = /* @__PURE__ */ withRun(v.number(), (value, config) => {
  const read = v.number()['~run']({ value }, config)
  if (read.typed || typeof value !== 'string' || !/^\d+$/.test(value)) return read
  for (const issue of read.issues as Issues) tolerated.add(issue)
  return { ...read, typed: true, value: Number(value) } as Dataset
}) as v.GenericSchema<number>

/** A list without its unreadable items. A list in which every item is unreadable is unreadable itself. */
/* @__NO_SIDE_EFFECTS__ */
export function list<const S extends v.GenericSchema>(item: S): v.ArraySchema<S, undefined> {
  const strict = v.array(item)
  return withRun(strict, (given, config) => {
    if (!Array.isArray(given)) return strict['~run']({ value: given }, config)
    const value: unknown[] = []
    const issues: Issue[] = []
    given.forEach((one, key) => {
      const read = strict['~run']({ value: [one] }, config)
      if (isUsable(read)) value.push(...(read.value as unknown[]))
      for (const issue of read.issues ?? []) {
        // Each item was parsed as a list of one.
        Object.assign(issue.path?.[0] ?? {}, { key })
        tolerated.add(issue)
        issues.push(issue)
      }
    })
    return (issues[0] ? { typed: value.length > 0, value, issues } : { typed: true, value }) as Dataset
  }) as v.ArraySchema<S, undefined>
}
