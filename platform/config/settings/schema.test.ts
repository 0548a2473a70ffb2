import { readFileSync } from 'node:fs'
import type { JsonSchema } from '@valibot/to-json-schema'
import fastify from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKeys } from '../../../src/contract/settings.ts'
import { SETTING_TEXTS } from '../../../src/contract/settings-docs.ts'
import { ALL_DEFAULTS, ALL_SETTINGS, type SettingsKey } from '../../../src/contract/settings-operator.ts'
import { inputSchema, SETTINGS_KEYS, schemaFile, settingsSchema } from './schema.ts'

const shipped = (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url), 'utf8')

test('the published schema is up to date: "npm run settings -- --schema" writes it', () => {
  expect(shipped('Settings.schema.json')).toBe(schemaFile())
})

test('the shipped settings reference their schema', () => {
  expect(JSON.parse(shipped('Settings.json')).$schema).toBe('./Settings.schema.json')
})

test('every key has a title, a description and a default, and a pattern has an explanation', () => {
  const { properties } = settingsSchema()
  expect(Object.keys(properties)).toEqual(SETTINGS_KEYS)
  for (const key of SETTINGS_KEYS) {
    const { title, description, ...rest }: JsonSchema = properties[key] ?? {}
    expect(title).toMatch(/\S/)
    expect(description).toContain(SETTING_TEXTS[key].description)
    expect(rest.default).toEqual(ALL_DEFAULTS[key])
    const needsWords = /pattern|anyOf|items/.test(JSON.stringify(rest))
    expect(SETTING_TEXTS[key].allowed !== undefined, key).toBe(needsWords)
  }
})

test('a schema that JSON Schema cannot express throws', () => {
  for (const schema of [
    v.date(),
    v.pipe(v.string(), v.regex(/a/i)),
    v.pipe(
      v.string(),
      v.check((given) => given !== ''),
    ),
  ])
    expect(() => inputSchema(schema)).toThrow()
})

test('an object names its keys, requires those that are not optional, and allows no other', () => {
  const schema = v.strictObject({ kind: v.literal('a'), title: v.optional(v.string()), big: v.boolean() })
  expect(inputSchema(schema)).toEqual({
    type: 'object',
    properties: { kind: { const: 'a' }, title: { type: 'string' }, big: { type: 'boolean' } },
    required: ['kind', 'big'],
    additionalProperties: false,
  })
  expect(() => inputSchema(v.object({}))).toThrow('use strict_object')
})

test('only what precedes a transformation applies to the written value', () => {
  const schema = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(9))
  expect(inputSchema(schema)).toEqual({ type: 'string', pattern: '^\\d+$' })
})

describe('a JSON Schema validator', () => {
  const app = fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  })
  beforeAll(async () => {
    app.post('/', { schema: { body: settingsSchema() } }, () => '')
    await app.ready()
  })
  afterAll(() => app.close())
  const accepts = async (settings: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload: JSON.stringify(settings) })
    return answer.statusCode === 200
  }

  test('accepts the shipped file, the defaults and an empty object', async () => {
    expect(await accepts(JSON.parse(shipped('Settings.json')))).toBe(true)
    expect(await accepts(ALL_DEFAULTS)).toBe(true)
    expect(await accepts({})).toBe(true)
  })

  test('rejects an unknown key, but not one that starts with $', async () => {
    expect(await accepts({ volum: 1 })).toBe(false)
    expect(await accepts({ $comment: 'ours' })).toBe(true)
  })

  const LINK = { kind: 'phone', url: 'tel:+90 212 000 00 00' }
  const BANNER = { place: 'lobby', image: '/a.jpg', title: { tr: 'a' } }
  const SAMPLES: readonly unknown[] = [
    ...[true, false, null, 0, 1, -1, 0.5, 7, 250, 1500.5, 2500000],
    ...['', 'tr', 'ar', 'de', 'auth', 'query', 'TRY', 'XXX', 'true', '1', '0000', '12a', '1234567890123'],
    ...['/api', '//evil', '/\\evil', 'https://a.example', 'wss://a.example', 'javascript:alert(1)', '/a b'],
    ...['10.000', '10.00', '1.234,50', '1,234.5', '-5'],
    ...[[], [1], ['10.000', 5], [1, 2, 3, 4, 5, 6], ['x'], [null]],
    ...[{}, { tr: 'a' }, { tr: 'a', en: 'b', ar: 'c' }, { de: 'a' }, { tr: 1 }],
    ...[
      '/a.svg',
      'https://a.example/a.svg',
      'http://a.example/a.svg',
      '#f2c14e',
      '#fff',
      'tel:+90 212',
      'mailto:a@b',
    ],
    ...['a b', 'a/b-c_d', 'layout2', 'tawk', 'livechat', 'chatwoot', 'intercom'],
    ...[
      [{}],
      [LINK],
      [{ ...LINK, title: 'a' }],
      [{ ...LINK, title: { de: 'a' } }],
      [{ ...LINK, titel: 'a' }],
    ],
    ...[
      [LINK, { ...LINK, kind: 'pigeon' }],
      [{ kind: 'phone' }],
      Array(8).fill(LINK),
      Array(9).fill(LINK),
      LINK,
    ],
    ...[[BANNER], [{ ...BANNER, url: '/a' }], [{ ...BANNER, place: 'foot' }], [{ ...BANNER, image: '' }]],
    ...[Array(6).fill(BANNER), Array(7).fill(BANNER)],
  ]
  test.each(SETTINGS_KEYS)('agrees with the app on %s', async (key: SettingsKey) => {
    for (const value of SAMPLES) {
      // The app treats an empty list as an object without keys; an editor may mark it.
      if (/^(informationText|depositLimitText|keys)$/.test(key) && Array.isArray(value) && value.length === 0)
        continue
      const given = { [key]: value }
      const read = !readKeys(ALL_SETTINGS, ALL_DEFAULTS, given).bad.includes(key)
      expect([value, await accepts({ [key]: value })]).toEqual([value, read])
    }
  })
})
