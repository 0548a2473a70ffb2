import { afterEach, expect, test, vi } from 'vitest'
import { loadSettings, settings } from './settings.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answer = (body: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }))

test('the file is read; a bad key is named and the good ones are kept', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer('{"currency": "EUR", "volume": 7, "colour": "red"}')
  await loadSettings()
  expect(settings.value.currency).toBe('EUR')
  expect(settings.value.volume).toBe(1)
  expect(warn.mock.calls.flat().join('\n')).toMatch(/volume[\s\S]*colour/)
})

test.each([
  ['a missing file', '', 404],
  ['a file that is no JSON', '<html>', 200],
])('%s is a warning, and what holds is kept', async (_, body, status) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const before = settings.value
  answer(body, status)
  await loadSettings()
  expect(settings.value).toBe(before)
  expect(warn).toHaveBeenCalledOnce()
})
