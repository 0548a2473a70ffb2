import type * as v from 'valibot'

/*
 * JSON Schema of what a person writes (a schema's input), made from the valibot schemas that read it. It knows the
 * kinds that Settings.json uses; for any other it throws, so that a new one is not left out unseen.
 */

export interface JsonSchema {
  readonly $schema?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly propertyNames?: JsonSchema
  readonly additionalProperties?: boolean | JsonSchema
}

type Step = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>
/** What the parts of valibot's schemas and actions are called. */
type Parts = Partial<{
  pipe: readonly [v.GenericSchema, ...Step[]]
  options: readonly unknown[]
  item: v.GenericSchema
  key: v.GenericSchema
  value: v.GenericSchema
  entries: Readonly<Record<string, v.GenericSchema>>
  wrapped: v.GenericSchema
  literal: unknown
  requirement: unknown
}>

/** What one step of a pipe asks for besides. */
function narrowed(so: JsonSchema, step: Step): JsonSchema {
  const { requirement } = step as Parts
  switch (step.type) {
    case 'finite':
      // JSON has no other numbers.
      return so
    case 'safe_integer':
      return { ...so, type: 'integer' }
    case 'min_value':
      return { ...so, minimum: Math.max(Number(requirement), so.minimum ?? Number.NEGATIVE_INFINITY) }
    case 'max_value':
      return { ...so, maximum: Math.min(Number(requirement), so.maximum ?? Number.POSITIVE_INFINITY) }
    case 'max_length':
      if (so.type === 'array') return { ...so, maxItems: Number(requirement) }
      break
    case 'regex':
      if (requirement instanceof RegExp && !requirement.flags && !so.pattern)
        return { ...so, pattern: requirement.source }
  }
  throw new Error(`JSON Schema: nobody has said what ${step.type} is there`)
}

function piped([first, ...steps]: readonly [v.GenericSchema, ...Step[]]): JsonSchema {
  let so = toJsonSchema(first)
  for (const step of steps) {
    // What comes after is asked of what was made of it, not of what was written.
    if (step.kind === 'transformation') break
    so = narrowed(so, step)
  }
  return so
}

function objectOf(entries: Readonly<Record<string, v.GenericSchema>>): JsonSchema {
  const all = Object.entries(entries)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([key, schema]) => [key, toJsonSchema(schema)])),
    required: all.filter(([, { type }]) => type !== 'optional').map(([key]) => key),
    additionalProperties: false,
  }
}

/** What may be written where `schema` reads it. Throws an Error for a kind of schema that it does not know. */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { pipe, options = [], item, key, value, entries, wrapped, literal } = schema as Parts
  if (pipe) return piped(pipe)
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type }
    case 'literal':
      return { enum: [literal] }
    case 'optional':
      if (wrapped) return toJsonSchema(wrapped)
      break
    case 'strict_object':
      if (entries) return objectOf(entries)
      break
    case 'picklist':
      return { enum: options }
    case 'union':
      return { anyOf: options.map((option) => toJsonSchema(option as v.GenericSchema)) }
    case 'array':
      if (item) return { type: 'array', items: toJsonSchema(item) }
      break
    case 'record':
      if (key && value)
        return { type: 'object', propertyNames: toJsonSchema(key), additionalProperties: toJsonSchema(value) }
  }
  throw new Error(`JSON Schema: nobody has said what ${schema.type} is there`)
}
