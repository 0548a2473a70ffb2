import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { SETTING_TEXTS } from '../../../src/contract/settings-docs.ts'
import { ALL_DEFAULTS, ALL_SETTINGS, type SettingsKey } from '../../../src/contract/settings-operator.ts'

export const SETTINGS_KEYS = Object.keys(ALL_SETTINGS) as SettingsKey[]

/**
 * The JSON Schema of the values that `schema` accepts, before any transformation. Throws for a schema that
 * JSON Schema cannot express, and for an object that drops unknown keys: the app would ignore a misspelt key.
 */
export function inputSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    // JSON has only finite numbers.
    ignoreActions: ['finite'],
    overrideSchema({ valibotSchema, jsonSchema, errors }) {
      const { type } = valibotSchema
      if (/^(object|loose_object|object_with_rest)$/.test(type)) throw new Error(`${type}: use strict_object`)
      // The converter refuses a record whose keys are not plain strings, but it has converted the keys by
      // then.
      return type === 'record' && errors ? jsonSchema : undefined
    },
  })
  return rest
}

function property(key: SettingsKey): JsonSchema {
  const { title, description, allowed } = SETTING_TEXTS[key]
  return {
    title,
    description: allowed ? `${description}. Allowed: ${allowed}` : description,
    default: ALL_DEFAULTS[key] as NonNullable<JsonSchema['default']>,
    ...inputSchema(ALL_SETTINGS[key]),
  }
}

/** Settings.json as JSON Schema. Keys that start with `$` belong to editors; the app ignores them. */
export function settingsSchema(): JsonSchema & { properties: Record<string, JsonSchema> } {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings.json of Reelcast',
    description: 'Every key may be left out: its default holds then. Amounts are in major units.',
    type: 'object',
    properties: Object.fromEntries(SETTINGS_KEYS.map((key) => [key, property(key)])),
    patternProperties: { '^\\$': {} },
    additionalProperties: false,
  }
}

const MAX_LINE_LENGTH = 110

/** The text of public/Settings.schema.json. */
export const schemaFile = (): string => formatSchema(settingsSchema())

/** A schema's text as biome formats it: short lists on one line. */
export function formatSchema(schema: JsonSchema): string {
  const text = JSON.stringify(schema, null, 2)
  const short = text.replace(/^(.*)\[\n([^[\]{}]*?)\n\s*\](,?)$/gm, (whole, before, items, after) => {
    const line = `${before}[${items.trim().replace(/,\n\s*/g, ', ')}]${after}`
    return line.length > MAX_LINE_LENGTH ? whole : line
  })
  return `${short}\n`
}
