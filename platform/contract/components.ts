import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import { LOCALE_CODES } from '../../src/contract/locales.ts'
import { descriptionsOf, type FieldText } from './field-comments.ts'
import { SCHEMAS, type SchemaName } from './schemas.ts'

/** JSON Schema with the fields that the documents add. */
export interface DocumentedSchema extends Omit<JsonSchema, 'properties'> {
  properties?: Record<string, DocumentedSchema>
  'x-unit'?: string
  /** What the reader does if the field is absent (or null, where the schema permits it). */
  'x-without'?: string
}

const ref = (name: string) => `#/components/schemas/${name}`
const oneOrMany = (name: string): JsonSchema => ({
  anyOf: [{ $ref: ref(name) }, { type: 'array', items: { $ref: ref(name) } }],
})

/** Conditions of a schema that JSON Schema does not express, by name or by `Name.field`. */
const BY_HAND: Readonly<Record<string, JsonSchema>> = {
  'PageQuery.limit': { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  'SpinsQuery.limit': { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  'ProfileAnswer.shortcuts': { type: ['array', 'null'], items: { $ref: ref('Id') } },
  'ProfileAnswer.favourites': { type: ['array', 'null'], items: { $ref: ref('Id') } },
  'SuccessAnswer.status': { not: { const: false } },
  'MachineAnswer.status': { not: { const: false } },
  'ChatContact.unread': { type: 'integer', minimum: 0, default: 0 },
  MachinePush: oneOrMany('MachineChange'),
  JackpotPush: oneOrMany('JackpotChange'),
  LocalizedText: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: Object.fromEntries(LOCALE_CODES.map((code) => [code, { type: 'string' }])),
        additionalProperties: false,
      },
    ],
  },
}

const AMOUNTS = ['Cents', 'Amount'].map(ref)

const convert = (): Record<string, JsonSchema> =>
  toJsonSchemaDefs(SCHEMAS, {
    typeMode: 'input',
    target: 'draft-2020-12',
    ignoreActions: ['check', 'trim', 'finite'],
    overrideRef: ({ referenceId }) => ref(referenceId),
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== 'regex' || !('requirement' in valibotAction)) return undefined
      const { requirement } = valibotAction
      return requirement instanceof RegExp ? { ...jsonSchema, pattern: requirement.source } : undefined
    },
    overrideSchema({ valibotSchema, jsonSchema, errors }) {
      // A record of languages; LocalizedText describes it by hand.
      return valibotSchema.type === 'record' && errors ? jsonSchema : undefined
    },
  })

/** Omits the bounds of a safe integer, which every JSON number of this contract has. */
function withoutSafeBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSafeBounds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, bound]) => bound !== Number.MAX_SAFE_INTEGER && bound !== Number.MIN_SAFE_INTEGER)
      .map(([key, inner]) => [key, withoutSafeBounds(inner)]),
  )
}

const refersToAmount = (schema: unknown): boolean =>
  AMOUNTS.some((amount) => JSON.stringify(schema).includes(`"${amount}"`))

function documentField(schema: JsonSchema, { text, unit, without }: FieldText): DocumentedSchema {
  const measured = unit ?? (refersToAmount(schema) ? 'cents' : undefined)
  return {
    ...(schema as DocumentedSchema),
    description: without === undefined ? text : `${text} Without it: ${without}.`,
    ...(measured && { 'x-unit': measured }),
    ...(without !== undefined && { 'x-without': without }),
  }
}

/**
 * Every named schema as it is on the wire, with descriptions. Throws for an undescribed field of an object:
 * then a nested object has no name yet.
 */
export function components(): Record<SchemaName, DocumentedSchema> {
  const converted = convert()
  const documented = Object.keys(SCHEMAS).map((name) => {
    const { text, fields } = descriptionsOf(name)
    const schema = BY_HAND[name] ?? (withoutSafeBounds(converted[name]) as JsonSchema)
    const properties = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
      const description = fields.get(field)
      if (!description) throw new Error(`${name}.${field} has no description in src/contract/`)
      const given = BY_HAND[`${name}.${field}`] ?? (inner as JsonSchema)
      return [field, documentField(given, description)] as const
    })
    const result: DocumentedSchema = {
      description: text,
      ...schema,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    } as DocumentedSchema
    if (Array.isArray(result.required) && result.required.length === 0) delete result.required
    return [name, result]
  })
  return Object.fromEntries(documented)
}

/** The schemas that these names refer to, directly or through others. */
export function referencedNames(from: unknown, all: Readonly<Record<string, unknown>>): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(all[name])
    }
  }
  visit(from)
  return found
}
