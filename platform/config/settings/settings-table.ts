import { SETTING_TEXTS } from '../../../src/contract/settings-docs.ts'
import { ALL_DEFAULTS } from '../../../src/contract/settings-operator.ts'
import { SETTINGS_KEYS } from './schema.ts'

/** JSON on one line with a space after each comma. */
const code = (value: unknown) =>
  `\`${JSON.stringify(value, null, 1)
    .replace(/\n\s*(?=[\]}])|(?<=[[{])\n\s*/g, '')
    .replace(/\n\s*/g, ' ')}\``

/** The Markdown table of all keys; `shipped` is the content of public/Settings.json. */
function settingsTable(shipped: Readonly<Record<string, unknown>>): string {
  const rows = SETTINGS_KEYS.map((key) => {
    const standard = ALL_DEFAULTS[key]
    const differs = key in shipped && JSON.stringify(shipped[key]) !== JSON.stringify(standard)
    const shippedValue = differs ? `; ${code(shipped[key])} in the shipped file` : ''
    const { description, protects } = SETTING_TEXTS[key]
    return [`\`${key}\`${protects ? ' *' : ''}`, description, `${code(standard)}${shippedValue}`]
  })
  const lines = [['key', 'what it sets', 'default'], ['---', '---', '---'], ...rows]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

const SECTION = /(<!-- settings -->\n)[\s\S]*(\n<!-- \/settings -->)/

/**
 * `page` (docs/operator/settings.md) with the table between its markers. Throws an Error if a marker is
 * missing.
 */
export function withSettingsTable(page: string, shipped: Readonly<Record<string, unknown>>): string {
  if (!SECTION.test(page)) throw new Error('docs/operator/settings.md has no <!-- settings --> section')
  return page.replace(SECTION, (_, open, close) => `${open}\n${settingsTable(shipped)}${close}`)
}
