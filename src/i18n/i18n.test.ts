import { afterEach, beforeAll, expect, test } from 'vitest'
import bg from '../../locales/bg.json'
import tr from '../../locales/tr.json'
import shipped from '../../public/Settings.json'
import { LOCALE_CODES } from '../contract/locales.ts'
import { failed } from '../contract/result.ts'
import { readKeys } from '../contract/settings.ts'
import { ALL_DEFAULTS, ALL_SETTINGS, readOperatorSettings } from '../contract/settings-operator.ts'
import { codeText, failureText, loadCodeTexts, setLocale, t } from './index.ts'
import { plural } from './plural.ts'

type Leaf = [key: string, text: string]
const leaves = (table: object, path = ''): Leaf[] =>
  Object.entries(table).flatMap(([key, value]): Leaf[] =>
    typeof value === 'object' ? leaves(value, `${path}${key}.`) : [[path + key, String(value)]],
  )
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

beforeAll(loadCodeTexts)
afterEach(async () => {
  localStorage.clear()
  await setLocale('tr')
})

const CATALOGUES = import.meta.glob<object>('../../locales/*.json', { import: 'default', eager: true })
const others = LOCALE_CODES.filter((code) => code !== 'tr').map(
  (code) => [code, CATALOGUES[`../../locales/${code}.json`] ?? {}] as const,
)
const FORM = /\.(zero|one|two|few|many|other)$/
/** The messages by key; a plural message has one key for all its forms. */
const messages = (table: object) => {
  const found = new Map<string, Leaf[]>()
  const texts = leaves(table)
  const plurals = new Set(
    texts.flatMap(([key, text]) => (key.endsWith('.other') && holes(text).length ? key.slice(0, -6) : [])),
  )
  for (const [key, text] of texts) {
    const base = key.replace(FORM, '')
    const name = plurals.has(base) ? base : key
    found.set(name, [...(found.get(name) ?? []), [key, text]])
  }
  return found
}
test.each(others)('%s has the keys and placeholders of Turkish, and no others', (_, table) => {
  const shape = (of: object) =>
    [...messages(of)]
      .map(([key, forms]) => `${key} ${[...new Set(forms.flatMap(([, text]) => holes(text)))].sort()}`)
      .sort()
  expect(shape(table)).toEqual(shape(tr))
  expect(leaves(table).filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(Object.entries({ tr, ...Object.fromEntries(others) }))(
  '%s has every plural form of its language; a form without the number applies to one number only',
  (code, table) => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    const plurals = [...messages(table)].filter(([key, [first]]) => first && first[0] !== key)
    expect(plurals.length).toBeGreaterThan(15)
    for (const [key, forms] of plurals) {
      const given = forms.map(([form]) => form.slice(key.length + 1)).sort()
      // Turkish nouns stay in the singular after a number.
      if (code === 'tr') expect([key, given]).toEqual([key, ['other']])
      else expect([key, given]).toEqual([key, [...pluralCategories].sort()])
      for (const [form, text] of forms)
        if (!/\.(zero|one|two)$/.test(form)) expect(text).toMatch(/\{\{(count|seconds|block_time)\}\}/)
    }
  },
)

const BALANCE = { tr: /bakiye/i, ar: /رصيد(?!\p{L}* (هذه )?الماكينة)/u }
test.each(Object.entries(BALANCE))(
  '%s calls the wallet alone a balance, not the credit of a machine',
  (code, balance) => {
    const tableOf = (language: string) => leaves(CATALOGUES[`../../locales/${language}.json`] ?? {})
    const english = new Map(tableOf('en'))
    const inEnglish = (key: string) => english.get(key) ?? english.get(key.replace(FORM, '.other')) ?? ''
    const named = tableOf(code).filter(([, text]) => balance.test(text))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(([key]) => !/balance|cash(ed|ing)? ?out/i.test(inEnglish(key)))).toEqual([])
  },
)

test.each(Object.entries({ tr, ...Object.fromEntries(others) }))(
  '%s has typographic quotes and, in Arabic, Arabic punctuation',
  (code, table) => {
    const wrong = code === 'ar' ? /['"]|\.\.\.|[,;?]/ : /['"]|\.\.\./
    expect(leaves(table).filter(([, text]) => wrong.test(text))).toEqual([])
  },
)

test.each([
  ['tr', ['0 makine', '1 makine', '2 makine', '3 makine', '11 makine', '1.000 makine']],
  ['en', ['0 machines', '1 machine', '2 machines', '3 machines', '11 machines', '1,000 machines']],
  ['ar', ['لا ماكينات', 'ماكينة واحدة', 'ماكينتان', '3 ماكينات', '11 ماكينة', '1,000 ماكينة']],
] as const)('counts in %s', async (code, texts) => {
  await setLocale(code)
  expect([0, 1, 2, 3, 11, 1000].map((n) => plural('lobby.machines', n))).toEqual(texts)
})

test.each([
  [10700, {}, 'Wrong user name or password.'],
  [10700, { left_count: '' }, 'Wrong user name or password.'],
  [10700, { left_count: 0 }, 'Wrong user name or password. Attempts left: 0.'],
  [10700, { block_time: 15 }, 'Wrong user name or password.'],
  [
    10700,
    { left_count: 2, block_time: 1 },
    /^Wrong .* Attempts left: 2\. After that you have to wait 1 minute\.$/,
  ],
  [60011, {}, 'Too many requests, please wait a moment'],
  [60011, { seconds: 1 }, 'Too many requests, please try again in 1 second'],
  [60011, { seconds: 30 }, 'Too many requests, please try again in 30 seconds'],
  [18800, {}, 'Little time left to deposit funds'],
  [18800, { seconds: '1' }, '1 second left to deposit funds'],
  [18802, { seconds: 3 }, '3 seconds left to continue'],
  [10701, { left_count: 2 }, 'User name or password is wrong'],
  [99_999, {}, undefined],
])('code %i with %j has no gap in its message', async (code, params, text) => {
  await setLocale('en')
  if (text instanceof RegExp) expect(codeText(code, params)).toMatch(text)
  else expect(codeText(code, params)).toBe(text)
})

test('bg exists and is empty', () => {
  expect(bg).toEqual({})
})

test('placeholders are replaced, and markup stays text', () => {
  expect(t('held-machine.waiting.title', { name: '<b>Nar 07</b>' })).toBe('<b>Nar 07</b> sizi bekliyor')
})

test("a code is translated with its parameters; an unknown one shows the server's text, else the category's", async () => {
  const error = (details: Parameters<typeof failed>[1]) => {
    const result = failed('refused', details)
    return result.ok ? '' : failureText(result.error)
  }
  await setLocale('en')
  expect(error({ code: 10700, params: { left_count: 2, block_time: 15 } })).toBe(
    'Wrong user name or password. Attempts left: 2. After that you have to wait 15 minutes.',
  )
  expect(error({ code: 99_999, message: 'Moon phase wrong' })).toBe('Moon phase wrong')
  expect(error({ code: 99_999 })).toBe('The request was refused')
  expect(codeText(undefined)).toBeUndefined()
})

test('the shipped settings are complete and valid', () => {
  const { $schema: _, ...keys } = shipped
  const { read, bad } = readKeys(ALL_SETTINGS, ALL_DEFAULTS, shipped)
  expect({ bad, unknown: readOperatorSettings(shipped).unknown }).toEqual({ bad: [], unknown: [] })
  expect(Object.keys(keys).sort()).toEqual(Object.keys(ALL_SETTINGS).sort())
  expect(read.socketToken).toBe('auth')
})
