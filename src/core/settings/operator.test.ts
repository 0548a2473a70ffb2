import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { operatorSettings } from './operator.ts'
import { loadSettings } from './settings.ts'

let warn: MockInstance

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const said = () => warn.mock.calls.flat().join('\n')
const answer = (body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 200 }))

test('invalid values and unknown keys are reported, and the others apply', async () => {
  answer({ accentColor: 'red', repeatWindow: 60, volume: 0.5, colour: 'red', $comment: 'ours' })
  await loadSettings()
  expect(operatorSettings.value).toMatchObject({ accentColor: '', repeatWindow: 60 })
  expect(said()).toBe('Settings.json: invalid: accentColor\nSettings.json: unknown: colour')
})
