import type * as v from 'valibot'

/**
 * The unit of a value. `cents` follow from the schemas of contract/money.ts and are written for other amounts
 * only.
 */
export type Unit = 'cents' | 'ms' | 's' | 'ISO 8601' | 'minutes' | 'parts of one' | 'times the coin'

/** The description of a required field. */
export type RequiredField = string | { readonly text: string; readonly unit: Unit }
/** The description of an optional field, and what the reader does without it. */
export interface OptionalField {
  readonly text: string
  readonly without: string
  readonly unit?: Unit
}
export type FieldDoc = RequiredField | OptionalField

/** One entry for each field of a schema; a field without one does not compile. */
export type FieldDocs<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? OptionalField : RequiredField
}

/** A schema of the contract with its name in the documents, its meaning and its fields. */
export interface Described {
  readonly schema: v.GenericSchema
  readonly text: string
  readonly fields: Readonly<Record<string, FieldDoc>>
}

/** An object of the contract. */
export const describeObject = <const S extends v.GenericSchema>(
  schema: S,
  text: string,
  fields: FieldDocs<v.InferInput<S>>,
): Described => ({ schema, text, fields: fields as Readonly<Record<string, FieldDoc>> })

/** Any other named schema: a list, a union, a value. */
export const describeValue = (schema: v.GenericSchema, text: string): Described => ({
  schema,
  text,
  fields: {},
})

/** An optional field. */
export const optional = (text: string, without: string, unit?: Unit): OptionalField => ({
  text,
  without,
  ...(unit && { unit }),
})

export const iso = (text: string) => ({ text, unit: 'ISO 8601' }) as const
