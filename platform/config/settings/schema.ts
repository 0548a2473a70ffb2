import { SETTING_TEXTS } from '../../../src/contract/settings-docs.ts'
import { ALL_DEFAULTS, ALL_SETTINGS, type SettingsKey } from '../../../src/contract/settings-operator.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

export const SETTINGS_KEYS = Object.keys(ALL_SETTINGS) as SettingsKey[]

function property(key: SettingsKey): JsonSchema {
  const { title, description, allowed } = SETTING_TEXTS[key]
  return {
    title,
    description: allowed ? `${description}. Allowed: ${allowed}` : description,
    default: ALL_DEFAULTS[key],
    ...toJsonSchema(ALL_SETTINGS[key]),
  }
}

/** What Settings.json may hold, as JSON Schema. Keys that begin with `$` are for editors; the app leaves them alone. */
export function settingsSchema(): JsonSchema {
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

const WIDTH = 110

/** The schema as public/Settings.schema.json has it: short lists on one line, as the formatter wants them. */
export function schemaFile(): string {
  const text = JSON.stringify(settingsSchema(), null, 2)
  const short = text.replace(/^(.*)\[\n([^[\]{}]*?)\n\s*\](,?)$/gm, (whole, before, items, after) => {
    const line = `${before}[${items.trim().replace(/,\n\s*/g, ', ')}]${after}`
    return line.length > WIDTH ? whole : line
  })
  return `${short}\n`
}
