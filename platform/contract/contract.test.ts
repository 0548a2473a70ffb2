import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PUSHES, REQUESTS } from '../../src/contract/live.ts'
import { asyncapi } from './asyncapi.ts'
import { components } from './components.ts'
import { contractFiles, FOLDER, withSections } from './contract-files.ts'
import { OPERATIONS } from './http-operations.ts'
import { openapi } from './openapi.ts'
import { SCHEMAS } from './schemas.ts'
import { mermaid, participantsOf, SEQUENCES } from './sequences.ts'
import { SOCKET_PUSHES, SOCKET_REQUESTS } from './socket-messages.ts'

test('docs/contract is up to date; `npm run contract` writes it', async () => {
  for (const [name, text] of Object.entries(await contractFiles()))
    expect([name, (await readFile(new URL(name, FOLDER), 'utf8')) === text]).toEqual([name, true])
})

test('every field has a description, and an optional one its default', () => {
  for (const [name, schema] of Object.entries(components()))
    for (const [field, { description = '', ...about }] of Object.entries(schema.properties ?? {})) {
      const place = `${name}.${field}`
      expect([place, /^.+[.…]$/.test(description)]).toEqual([place, true])
      const isOptional = !schema.required?.includes(field)
      expect([place, about['x-without'] !== undefined]).toEqual([place, isOptional])
    }
})

test('every amount and every time has a unit', () => {
  const all = components()
  expect(all.BalanceAnswer.properties?.balance?.['x-unit']).toBe('cents')
  expect(all.Capabilities.properties?.stakes?.['x-unit']).toBe('cents')
  expect(all.SlotSession.properties?.duration?.['x-unit']).toBe('ms')
  for (const [name, schema] of Object.entries(all))
    for (const [field, about] of Object.entries(schema.properties ?? {}))
      if (/^(time|start|end|reservedUntil|last_logon|last_password_change|lastMessageTime)$/.test(field))
        expect([name, field, about['x-unit']]).toEqual([name, field, 'ISO 8601'])
})

test('no schema is empty', () => {
  const emptyAt: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const isSchema = /^(items|schema|payload|additionalProperties)$/.test(key) || /\.properties$/.test(path)
      const says = Object.keys(Object(inner)).filter((word) => !/^(description|default|x-)/.test(word))
      if (isSchema && typeof inner === 'object' && says.length === 0) emptyAt.push(`${path}.${key}`)
      if (key !== 'default') visit(inner, `${path}.${key}`)
    }
  }
  visit([openapi('1').components, asyncapi('1').components], '')
  expect(emptyAt).toEqual([])
})

test.each([
  ['openapi', openapi('1')],
  ['asyncapi', asyncapi('1')],
])('every reference in %s resolves', (_, document) => {
  const text = JSON.stringify(document)
  const targets = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(targets.length).toBeGreaterThan(20)
  for (const target of new Set(targets)) {
    const found = target.split('/').reduce<unknown>((at, key) => Object(at)[key], document)
    expect([target, typeof found]).toEqual([target, 'object'])
  }
})

test('every schema is in one of the documents', () => {
  const used = { ...openapi('1').components.schemas, ...asyncapi('1').components.schemas }
  // The fields of a query are parameters, those of Preferences are in ProfileAnswer.
  const unused = Object.keys(SCHEMAS).filter((name) => !(name in used) && !/Query$|^Preferences$/.test(name))
  expect(unused).toEqual([])
})

test('every push and request of the channels is described', () => {
  expect(new Set(SOCKET_PUSHES.map(({ event }) => event))).toEqual(new Set(Object.keys(PUSHES)))
  expect(new Set(SOCKET_REQUESTS.map(({ event }) => event))).toEqual(
    new Set(['init', ...Object.keys(REQUESTS)]),
  )
})

test('the documents describe every call of the app, and no other', async () => {
  const ids = OPERATIONS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const app = new URL('../../src/', import.meta.url)
  const names = (await readdir(app, { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, app), 'utf8')))
  const called = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/'(GET|POST)',\s*['`](\/[^'`]+)['`]/g)].map(
        ([, method = '', path = '']) => `${method} ${path.replace(/\$\{[^}]+\}/g, '*')}`,
      ),
    ),
  )
  expect(called.size).toBeGreaterThan(15)
  const described = OPERATIONS.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '*')}`,
  )
  const matches = (path: string) =>
    described.some((known) => new RegExp(`^${path.replaceAll('*', '.+')}$`).test(known) || known === path)
  expect([...called].filter((path) => !matches(path))).toEqual([])
})

test('the sequence diagrams name only their participants', () => {
  for (const sequence of SEQUENCES) {
    expect(participantsOf(sequence)).toContain('app')
    expect(mermaid(sequence).split('\n').length).toBe(
      1 + participantsOf(sequence).length + sequence.steps.length,
    )
  }
})

test('a README without its markers is refused', () => {
  expect(() => withSections('# The contract')).toThrow('<!-- sequences -->')
})
