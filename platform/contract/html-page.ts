import type { JsonSchema } from '@valibot/to-json-schema'
import type { asyncapi } from './asyncapi.ts'
import type { DocumentedSchema } from './components.ts'
import { blocks, escapeHtml, inline } from './html-text.ts'
import type { openapi } from './openapi.ts'
import { STYLE } from './page-style.ts'
import { CODES, codeName } from './refusal-codes.ts'
import { fieldsHtml, schemaHtml, typeHtml } from './schema-html.ts'
import { sequenceSvg } from './sequence-svg.ts'
import { SEQUENCES, type Sequence } from './sequences.ts'

/* One self-contained page for each document: no script, no network. */

interface Section {
  readonly title: string
  readonly entries: readonly { id: string; label: string; html: string }[]
}

function page(title: string, introduction: string, version: string, sections: readonly Section[]): string {
  const menu = sections.map(
    ({ title: heading, entries }) =>
      `<h2>${escapeHtml(heading)}</h2><ul>${entries.map(({ id, label }) => `<li><a href="#${id}">${escapeHtml(label)}</a></li>`).join('')}</ul>`,
  )
  const body = sections.map(
    ({ title: heading, entries }) =>
      `<h2>${escapeHtml(heading)}</h2>\n${entries.map(({ html }) => html).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Contents">${menu.join('\n')}</nav>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="soft">Version ${escapeHtml(version)}</p>
${blocks(introduction)}
${body.join('\n')}
</main>
</body>
</html>
`
}

const sequenceSection = (document: Sequence['document']): Section => ({
  title: 'Sequences',
  entries: SEQUENCES.filter((sequence) => sequence.document === document).map((sequence) => ({
    id: `sequence-${sequence.id}`,
    label: sequence.title,
    html: `<h3 id="sequence-${sequence.id}">${escapeHtml(sequence.title)}</h3>\n<div class="scroll" role="group" tabindex="0" aria-label="${escapeHtml(sequence.title)}">${sequenceSvg(sequence)}</div>`,
  })),
})

const schemaSection = (schemas: Readonly<Record<string, DocumentedSchema>>): Section => ({
  title: 'Schemas',
  entries: Object.entries(schemas)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => ({ id: `schema-${name}`, label: name, html: schemaHtml(name, schema) })),
})

const codeSection: Section = {
  title: 'Codes',
  entries: [
    {
      id: 'codes',
      label: 'Codes and their params',
      html: `<div class="scroll" id="codes" role="group" tabindex="0" aria-label="Codes"><table><thead><tr><th>code</th><th>name</th><th>meaning</th><th>params</th></tr></thead><tbody>${Object.entries(
        CODES,
      )
        .map(([code, { text, params = {} }]) => {
          const named = Object.entries(params).map(
            ([name, meaning]) => `<code>${name}</code>: ${inline(meaning)}`,
          )
          return `<tr><td>${code}</td><td>${codeName(Number(code))}</td><td>${inline(text)}</td><td>${named.join('<br>')}</td></tr>`
        })
        .join('\n')}</tbody></table></div>`,
    },
  ],
}

interface Content {
  readonly content?: Readonly<Record<string, { schema: { $ref?: string } }>>
}
interface HttpOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly {
    name: string
    in: string
    required: boolean
    description: string
    schema: DocumentedSchema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<
    Record<string, Content & { description: string; headers?: Record<string, { description: string }> }>
  >
}

/** The fields of a named schema; of a union, those of each option except refusals. */
function tablesHtml(name: string, schemas: Readonly<Record<string, DocumentedSchema>>): string {
  const schema = schemas[name]
  if (!schema) return ''
  const parts = (schema.anyOf ?? [])
    .map((part) => (typeof part === 'object' ? part.$ref?.split('/').at(-1) : undefined))
    .filter((part) => part !== undefined && part !== 'Refusal')
  return parts.length
    ? `<p>${typeHtml(schema as JsonSchema)}</p>${parts.map((part) => fieldsHtml(schemas[part ?? ''] ?? {})).join('')}`
    : fieldsHtml(schema)
}

/** The schema or the types of a body, with its fields. */
function contentHtml({ content = {} }: Content, schemas: Readonly<Record<string, DocumentedSchema>>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const name = schema.$ref?.split('/').at(-1)
      return `<p><code>${type}</code>${name ? `: ${typeHtml(schema)}` : ''}</p>${name ? tablesHtml(name, schemas) : ''}`
    })
    .join('')
}

function operationHtml(
  method: string,
  path: string,
  operation: HttpOperation,
  schemas: Readonly<Record<string, DocumentedSchema>>,
): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation
  const asked: DocumentedSchema = {
    properties: Object.fromEntries(
      parameters.map(({ name, description: text, schema, in: place }) => [
        name,
        { ...schema, description: place === 'query' ? text : `In the ${place}: ${text}` },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  const answers = Object.entries(responses).map(([status, response]) => {
    const headers = Object.entries(response.headers ?? {}).map(
      ([name, { description: text }]) => `<li><code>${name}</code>: ${inline(text)}</li>`,
    )
    const shown = status === 'default' ? 'Refusal' : `Answer ${status}`
    return `<h4>${shown}</h4>${blocks(response.description)}${headers.length ? `<ul>${headers.join('')}</ul>` : ''}${
      status.startsWith('2') ? contentHtml(response, schemas) : ''
    }`
  })
  return [
    `<h3 id="${operationId}"><span class="verb ${method}">${method.toUpperCase()}</span><span class="path">${escapeHtml(path)}</span></h3>`,
    `<p>${inline(summary)}${security ? ' <span class="soft">(without a token)</span>' : ''}</p>`,
    blocks(description),
    parameters.length ? `<h4>Parameters</h4>${fieldsHtml(asked)}` : '',
    requestBody ? `<h4>Body</h4>${contentHtml(requestBody, schemas)}` : '',
    ...answers,
  ].join('\n')
}

/** The page of the calls. */
export function openapiPage(document: ReturnType<typeof openapi>): string {
  const { schemas } = document.components
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => /^(get|post|patch|delete)$/.test(method))
      .map(([method, operation]) => ({ method, path, operation: operation as HttpOperation })),
  )
  const shownPath = (path: string, { tags }: HttpOperation) =>
    tags.includes('Video') ? `{whep}${path.slice(1)}` : tags.includes('Gate') ? `{apiUrl}/..${path}` : path
  const sections = document.tags.map(({ name }) => ({
    title: name,
    entries: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => ({
        id: operation.operationId,
        label: `${method.toUpperCase()} ${shownPath(path, operation)}`,
        html: operationHtml(method, shownPath(path, operation), operation, schemas),
      })),
  }))
  const { title, description, version } = document.info
  return page(title, description, version, [
    sequenceSection('openapi'),
    ...sections,
    codeSection,
    schemaSection(schemas),
  ])
}

interface SocketMessage {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly payload: { $ref: string }
  readonly 'x-without'?: string
}

function messageHtml(
  id: string,
  message: SocketMessage,
  schemas: Readonly<Record<string, DocumentedSchema>>,
): string {
  const { name, title, summary, payload, 'x-without': without } = message
  const verb = without ? 'push' : id.endsWith('Ack') ? 'answer' : 'request'
  return [
    `<h3 id="${id}"><span class="verb ${verb === 'request' ? 'receive' : ''}">${verb}</span><span class="path">${escapeHtml(name)}</span></h3>`,
    `<p>${inline(title)}</p>`,
    blocks(summary),
    without ? `<p>Without it: ${inline(without)}.</p>` : '',
    contentHtml({ content: { payload: { schema: payload } } }, schemas).replace('<code>payload</code>: ', ''),
  ].join('\n')
}

/** The page of the channels. */
export function asyncapiPage(document: ReturnType<typeof asyncapi>): string {
  const { schemas } = document.components
  const sections = Object.values(document.channels).map(({ title, messages }) => ({
    title,
    entries: Object.entries(messages as Record<string, SocketMessage>).map(([id, message]) => ({
      id,
      label: message.name,
      html: messageHtml(id, message, schemas),
    })),
  }))
  const { title, description, version } = document.info
  return page(title, description, version, [
    sequenceSection('asyncapi'),
    ...sections,
    codeSection,
    schemaSection(schemas),
  ])
}
