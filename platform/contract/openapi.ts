import { codesList } from './code-docs.ts'
import { components, referencedNames } from './components.ts'
import { CALL_CODES, OPERATIONS, type Operation } from './http-operations.ts'
import type { SchemaName } from './schemas.ts'
import { RETRY_AFTER, WHEP_PATHS } from './whep-paths.ts'

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })

const TAGS = {
  Session: 'Login and logout.',
  Wallet: 'The money of the player.',
  Floor: "Brands, machines and the player's held machine.",
  Account: 'The account, its history and the preferences.',
  Extras: 'Team chat and quick panel; only with the setting `extras`.',
  Gate: 'The check before the app opens.',
  Video: "The machine's picture, by WHEP.",
} as const

type Schemas = ReturnType<typeof components>

const refusal = (codes: readonly number[]) => ({
  description: `Refused, with a status of 400 or more.\n${codesList(codes)}`.trim(),
  headers: { 'Retry-After': RETRY_AFTER },
  content: json('ErrorAnswer'),
})

/** The query parameters of a call: the fields of a schema. */
function queryParameters(name: SchemaName, all: Schemas): object[] {
  const { properties = {}, required = [] } = all[name]
  return Object.entries(properties).map(([field, { description, ...schema }]) => ({
    name: field,
    in: 'query',
    required: required.includes(field),
    description,
    schema,
  }))
}

function operationOf(operation: Operation, all: Schemas): object {
  const {
    id,
    tag,
    summary,
    text,
    open,
    parameters = {},
    query,
    body,
    answer,
    codes = [],
    without,
  } = operation
  const fromPath = Object.entries(parameters).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { $ref: '#/components/schemas/Id' },
  }))
  const all_ = [...fromPath, ...(query ? queryParameters(query, all) : [])]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: without ? `${text}\n\nWithout it (404): ${without}.` : text,
    ...(without && { 'x-without': without }),
    'x-codes': codes,
    ...(open && { security: [] }),
    ...(all_.length > 0 && { parameters: all_ }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      '200': answer
        ? { description: all[answer].description, content: json(answer) }
        : { description: 'Done. The body is not read.' },
      default: refusal(codes),
    },
  }
}

/** A call without a JSON answer: a picture of a machine. */
const picture = (operationId: string, summary: string, text: string, isOpen: boolean) => ({
  get: {
    operationId,
    tags: ['Floor'],
    summary,
    description: `${text}\n\nWithout it (404): the picture of the brand.`,
    'x-without': 'the picture of the brand',
    ...(isOpen && { security: [] }),
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Id of the machine.',
        schema: { $ref: '#/components/schemas/Id' },
      },
    ],
    responses: {
      '200': {
        description: 'At most 512 KB.',
        headers: { ETag: { description: 'Identifies the picture.', schema: { type: 'string' } } },
        content: Object.fromEntries(
          ['image/jpeg', 'image/png', 'image/webp'].map((type) => [type, { schema: { type: 'string' } }]),
        ),
      },
      '204': { description: 'No picture at the moment.' },
      '304': { description: 'The picture of `If-None-Match`.' },
      default: refusal([60001]),
    },
  },
})

const STILL = picture(
  'still',
  'A still of a machine',
  'Any path: the one in `still` of a machine. Fetched with the token every few seconds while its card is on the screen.',
  false,
)

const ATTRACT_STILL = picture(
  'attractStill',
  'A still of a free machine for guests',
  'Any path: the one in `still` of the answer of /attract. Fetched without a token every 2.5 s while a kiosk shows its brand; caches may keep it for some seconds. 204 or 404 as soon as the machine is not free. Limit the calls of an address; the kiosks of a venue share one.',
  true,
)

const checkPath = (all: Schemas) => ({
  servers: [
    {
      url: '{apiUrl}/..',
      description: 'One level above the calls.',
      variables: { apiUrl: { default: '/api', description: 'The setting `apiUrl`' } },
    },
  ],
  get: {
    operationId: 'check',
    tags: ['Gate'],
    summary: 'Country check',
    description:
      'Sent before any other call if the setting `countryCheck` is on, with the token of a player who is logged in. After a 401 the app sends it once more without the token. With any other status than 200 the app stays closed and offers "Try again".',
    security: [{}, { bearer: [] }],
    'x-without': 'leave `countryCheck` off',
    responses: { '200': { description: all.CheckAnswer.description, content: json('CheckAnswer') } },
  },
})

const INTRODUCTION = `The calls of the app Reelcast to an operator's platform. The two socket channels are in asyncapi.json.

All calls are below the setting \`apiUrl\` and carry \`Authorization: Bearer <token>\`; bodies and answers are JSON. The app sends no cookies, bypasses caches and does not retry calls by itself. It waits 10 s for an answer.

A refusal has a status of 400 or more and an ErrorAnswer. Status 401, and the codes 10, 10704 and 60000 with any status, end the session. Any call may be refused with these codes, besides its own:

${codesList(CALL_CODES)}

Amounts are whole cents. Times are ISO 8601 with a zone, as 2026-01-31T10:00:00Z or 2026-01-31T13:00:00.000+03:00. "Without it" describes the app's behaviour if a field, or a whole call, is absent.`

/** The calls as an OpenAPI document. */
export function openapi(version: string) {
  const all = components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation, all) }
  const whole = {
    ...paths,
    '/machine/{id}/still': STILL,
    '/attract/{id}/still': ATTRACT_STILL,
    '/check': checkPath(all),
    ...WHEP_PATHS,
  }
  const used = referencedNames(whole, all)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelcast: HTTP calls',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{apiUrl}',
        variables: { apiUrl: { default: '/api', description: 'The setting `apiUrl`' } },
      },
    ],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: whole,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of the login.' },
      },
      schemas: Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name))),
    },
  }
}
