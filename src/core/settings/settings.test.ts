import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { readSettings } from '../../contract/settings.ts'
import { unknownKeys } from '../../contract/settings-operator.ts'
import { wipePlayerData } from '../session/wipe.ts'
import { extras } from './extras.ts'
import { startStoringSettings } from './last-good.ts'
import { operatorSettings } from './operator.ts'
import { playSettings } from './play.ts'
import { loadSettings, settings, settingsFile } from './settings.ts'

let warn: MockInstance
startStoringSettings()

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.settings
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answer = (body: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
const said = () => warn.mock.calls.flat().join('\n')

test.each([
  ['a missing file', '', 404],
  ['a server that is ill', '{}', 500],
  ['a file that is no JSON', '{"volume": 0.5,}', 200],
  ['half a file', '{"volume": 0', 200],
  ["a page in the file's place", '<!doctype html><title>Reelcast</title>', 200],
  ['an empty file', '', 200],
  ...['[]', 'null', '"text"', '7'].map((body): [string, string, number] => [body, body, 200]),
])('%s logs a warning, and the defaults apply', async (_, body, status) => {
  answer(body, status)
  await loadSettings()
  expect(settings.value).toEqual(readSettings(undefined).settings)
  expect(warn).toHaveBeenCalledOnce()
  expect(said()).toMatch(/^Settings\.json: not loaded \(/)
})

test('a network failure logs a warning, and the defaults apply', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await loadSettings()
  expect(settings.value).toEqual(readSettings(undefined).settings)
  expect(said()).toMatch(/Failed to fetch/)
})

test('a file that does not arrive within 10 s logs a warning, and the defaults apply', async () => {
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
  })
  const loaded = loadSettings()
  expect(timeout).toHaveBeenCalledWith(10_000)
  timer.abort(new DOMException('signal timed out', 'TimeoutError'))
  await loaded
  expect(settings.value).toEqual(readSettings(undefined).settings)
  expect(said()).toMatch(/timed out/)
})

test('invalid values and unknown keys are reported, and the others apply', async () => {
  const valid = { currency: 'EUR', extras: true, repeatWindow: 60, $comment: 'ours' }
  answer(JSON.stringify({ ...valid, volume: 7, countryCheck: 'yes', accentColor: 'red', colour: 'red' }))
  await loadSettings()
  expect(settings.value).toMatchObject({ currency: 'EUR', volume: 1, countryCheck: false, extras: true })
  expect(operatorSettings.value).toMatchObject({ accentColor: '', repeatWindow: 60 })
  expect(said()).toMatch(/invalid: countryCheck, volume$/m)
  expect(said()).toMatch(/^Settings\.json: invalid: accentColor$/m)
  expect(said()).toMatch(/^Settings\.json: unknown: colour$/m)
  expect(extras.value).toBe(true)
})

test('a file that the first script has requested is not requested again', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('reelcastSettings', Promise.resolve(new Response('{"siteId": 2077}')))
  await loadSettings()
  expect(settings.value.siteId).toBe(2077)
  expect(fetch).not.toHaveBeenCalled()
})

test('a file that is refused without credentials is requested with them', async () => {
  vi.stubGlobal('reelcastSettings', Promise.resolve(new Response('', { status: 401 })))
  answer('{"siteId": 2077}')
  await loadSettings()
  expect(settings.value.siteId).toBe(2077)
  expect(warn).not.toHaveBeenCalled()
})

test.each(['<html>', '[]', '{"error":"x"}'])(
  '%s in place of that file is requested once more with credentials',
  async (body) => {
    vi.stubGlobal('reelcastSettings', Promise.resolve(new Response(body)))
    answer('{"siteId": 2077}')
    await loadSettings()
    expect(settings.value.siteId).toBe(2077)
    expect(warn).not.toHaveBeenCalled()
  },
)

const PROTECTING = {
  countryCheck: true,
  idlePinLock: true,
  jurisdiction: 'GB',
  lossLimit: 500,
  currency: 'EUR',
}
const protection = () => {
  const { countryCheck, idlePinLock, currency } = settings.value
  const { jurisdiction, lossLimit } = playSettings.value
  return { countryCheck, idlePinLock, jurisdiction, lossLimit: lossLimit / 100, currency }
}
/** A start on this device with the stored values of the last one, after another player's logout. */
async function startAfter(file: object): Promise<void> {
  answer(JSON.stringify(file))
  await loadSettings()
  wipePlayerData('local')
  const kept = localStorage.getItem('reelcast.settings') ?? ''
  answer('{}')
  await loadSettings()
  expect(protection().countryCheck).toBe(false)
  localStorage.setItem('reelcast.settings', kept)
}

test.each([
  ['a missing file', '', 404],
  ['a server that is ill', '', 503],
  ["a captive portal's page", '<!doctype html><title>Log in to the network</title>', 200],
  ['half a file', '{"countryCheck": tr', 200],
  ['a list', '[]', 200],
  ['an error in the form of JSON', '{"statusCode":404,"message":"no"}', 200],
])('%s switches no protection off on a device that had it', async (_, body, status) => {
  await startAfter(PROTECTING)
  answer(body, status)
  await loadSettings()
  expect(protection()).toEqual(PROTECTING)
  expect(localStorage.getItem('reelcast.gated')).toBe('1')
})

test('a file that does not fit into the storage leaves the last good one there', async () => {
  answer('{"lossLimit": 5}')
  await loadSettings()
  const stored = new Map(Object.entries(localStorage))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    clear: () => stored.clear(),
    setItem(key: string, value: string) {
      if (value.includes('welcome')) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
  })
  answer('{"lossLimit": 7, "note": "welcome"}')
  await loadSettings()
  expect(JSON.parse(stored.get('reelcast.settings') ?? '{}')).toMatchObject({ lossLimit: 5 })
})

test('an invalid value keeps the last good one of the device, also after several such files', async () => {
  await startAfter(PROTECTING)
  const wrong = {
    countryCheck: 'true',
    idlePinLock: 1,
    jurisdiction: 'UK',
    lossLimit: '1,000.50',
    currency: 'EURO',
  }
  for (const file of [wrong, wrong]) {
    answer(JSON.stringify(file))
    await loadSettings()
    expect(protection()).toEqual(PROTECTING)
  }
  expect(said()).toMatch(/invalid: currency, countryCheck, idlePinLock/)
  // A key that the operator has removed has its default.
  answer(JSON.stringify({ ...PROTECTING, lossLimit: undefined }))
  await loadSettings()
  expect(protection()).toEqual({ ...PROTECTING, lossLimit: 0 })
})

test.each(['constructor', 'toString', '__proto__'])('a key called %s is no setting', async (key) => {
  answer(`{"lossLimit": 5, "${key}": 1}`)
  await loadSettings()
  expect(protection().lossLimit).toBe(5)
  expect(JSON.parse(localStorage.getItem('reelcast.settings') ?? '')).toMatchObject({ lossLimit: 5 })
  expect(unknownKeys(Object.keys(settingsFile.value ?? {}))).toEqual([key])
})

test.each(['{"$schema":"./Settings.schema.json"}', '{"contryCheck":true}'])(
  '%s, a file without a single known key, is a file of settings: its keys have their defaults',
  async (file) => {
    await startAfter(PROTECTING)
    answer(file)
    await loadSettings()
    expect(protection().countryCheck).toBe(false)
    expect(said()).not.toMatch('not loaded')
  },
)

test.each([
  '{"error":"x"}',
  '{"status":404,"title":"Not Found"}',
  '{"detail":"Not Found"}',
  '{"ErrorMessage":""}',
  '{"Message":"Forbidden"}',
  '{"Code":"AccessDenied"}',
  '{"success":false}',
  '{"ok":false}',
  '{"fault":{"faultstring":"x"}}',
])('%s is an error, not a file of settings', async (file) => {
  await startAfter(PROTECTING)
  answer(file)
  await loadSettings()
  expect(protection()).toEqual(PROTECTING)
})

test("an operator's own key beside the settings makes no error of them", async () => {
  answer('{"siteId": 2077, "message": "of the operator"}')
  await loadSettings()
  expect(settings.value.siteId).toBe(2077)
})

test.each([
  ['on a new device', undefined],
  ['with half of a stored file', '{"countryCheck":tr'],
])('%s the settings that the server has put into the page apply', async (_, kept) => {
  answer('{}')
  await loadSettings()
  localStorage.clear()
  if (kept) localStorage.setItem('reelcast.settings', kept)
  document.documentElement.dataset.settings = '{"countryCheck":true}'
  answer('', 503)
  await loadSettings()
  expect(settings.value.countryCheck).toBe(true)
})
