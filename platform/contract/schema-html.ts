import type { JsonSchema } from '@valibot/to-json-schema'
import type { DocumentedSchema } from './components.ts'
import { escapeHtml, inline } from './html-text.ts'

const refName = (schema: { $ref?: string | undefined }) => schema.$ref?.split('/').at(-1)
const link = (name: string) => `<a href="#schema-${name}">${name}</a>`
const value = (given: unknown) => `<code>${escapeHtml(JSON.stringify(given))}</code>`

/** The bounds of a string or a number, in words. */
function bounds({ minimum, maximum, minLength, maxLength, pattern, maxItems }: JsonSchema): string {
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low === undefined && high === undefined) return ''
    if (high === undefined) return `${low}${unit} or more`
    return low === undefined ? `${high}${unit} at most` : `${low} to ${high}${unit}`
  }
  const parts = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(undefined, maxItems, ' items'),
    pattern ? `matches <code>${escapeHtml(pattern)}</code>` : '',
  ].filter(Boolean)
  return parts.length ? `, ${parts.join(', ')}` : ''
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', array: 'list' }

/** The type of a value, as HTML. */
export function typeHtml(schema: JsonSchema): string {
  const name = refName(schema)
  if (name) return link(name)
  if (schema.anyOf) return schema.anyOf.map((part) => typeHtml(part as JsonSchema)).join(' or ')
  if (schema.const !== undefined) return value(schema.const)
  if (schema.enum) return schema.enum.map(value).join(', ')
  if (schema.not) return 'anything but false'
  const types = [schema.type].flat().filter((type) => type !== undefined)
  if (types.includes('array') && schema.items) {
    const items = `list of ${typeHtml(schema.items as JsonSchema)}${bounds(schema)}`
    return types.includes('null') ? `${items} or null` : items
  }
  if (types[0] === 'object' && schema.additionalProperties && typeof schema.additionalProperties === 'object')
    return `names with ${typeHtml(schema.additionalProperties as JsonSchema)}`
  if (types[0] === 'object' && schema.properties)
    return `object of ${Object.keys(schema.properties)
      .map((key) => `<code>${escapeHtml(key)}</code>`)
      .join(', ')}`
  return `${types.map((type) => WORDS[type] ?? type).join(' or ') || 'anything'}${bounds(schema)}`
}

/** The fields of an object as a table; empty for a schema without fields. */
export function fieldsHtml(schema: DocumentedSchema): string {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return ''
  const rows = fields.map(([name, field]) => {
    const without = field['x-without']
    const text = (field.description ?? '').replace(without ? ` Without it: ${without}.` : '', '')
    const needed = schema.required?.includes(name)
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${typeHtml(field as JsonSchema)}</td><td>${escapeHtml(field['x-unit'] ?? '')}</td><td>${needed ? '<span class="needed">needed</span>' : 'optional'}</td><td>${inline(text)}</td><td>${without ? inline(without) : ''}</td></tr>`
  })
  return `<div class="scroll" role="group" tabindex="0" aria-label="Fields"><table><thead><tr><th>field</th><th>type</th><th>unit</th><th>needed?</th><th>meaning</th><th>without it</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}

/** A named schema with its fields. */
export function schemaHtml(name: string, schema: DocumentedSchema): string {
  const type = schema.properties ? '' : `<p>${typeHtml(schema as JsonSchema)}</p>`
  return `<h3 id="schema-${name}">${name}</h3>\n<p>${inline(schema.description ?? '')}</p>${type}\n${fieldsHtml(schema)}`
}
