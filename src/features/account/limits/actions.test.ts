import { beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import { failed, type Result } from '../../../contract/result.ts'
import { drainNotices, receiveMessage } from '../../../core/notices/queue.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { loadLimits, saveLimit, startPause } from './actions.ts'
import { limits, limitsLoad, saveFailure, saving } from './state.ts'

const wire = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../net/api.ts', () => ({ call: wire.call }))

const answerWith = (value: number | null): Result<unknown> => ({
  ok: true,
  value: { limits: [{ kind: 'loss-day', value, used: 0, resets: '2026-11-27T00:00:00Z' }], pauseDays: [1] },
})
const answers: Record<string, Result<unknown>> = {}
const sent = () => wire.call.mock.calls.map(([, method, path, more]) => [method, path, more?.body])

beforeEach(async () => {
  wire.call.mockReset()
  wire.call.mockImplementation(
    async (_schema, method: string, path: string) =>
      answers[`${method} ${path}`] ?? { ok: true, value: { rows: [] } },
  )
  answers['GET /player/limits'] = answerWith(null)
  answers['POST /player/limits'] = answerWith(5000)
  setSignedOut()
  setSignedIn('t1', { id: '7', username: 'deniz', name: '', lastname: '', roles: [], permissions: undefined })
  await loadLimits()
  wire.call.mockClear()
})

test('a change is sent once, and its answer is shown', async () => {
  const first = saveLimit('loss-day', 5000)
  expect(saving.value).toBe('loss-day')
  expect(await saveLimit('loss-day', 4000)).toBe(false)
  expect(await first).toBe(true)
  expect(sent()[0]).toEqual(['POST', '/player/limits', { kind: 'loss-day', value: 5000 }])
  expect(sent().filter(([method]) => method === 'POST')).toHaveLength(1)
  expect(limits.value?.limits[0]?.value).toBe(5000)
  expect(saving.value).toBeUndefined()
})

test('after a lost answer the limits are fetched, and the failure is shown beside them', async () => {
  answers['POST /player/limits'] = failed('network')
  answers['GET /player/limits'] = answerWith(5000)
  expect(await saveLimit('loss-day', 5000)).toBe(false)
  expect(sent().filter(([method]) => method === 'POST')).toHaveLength(1)
  expect(limits.value?.limits[0]?.value).toBe(5000)
  expect(saveFailure.value).toMatchObject({ of: 'loss-day', failure: { category: 'network' } })
})

test('a server without the call shows nothing', async () => {
  setSignedOut()
  setSignedIn('t2', { id: '8', username: 'ada', name: '', lastname: '', roles: [], permissions: undefined })
  answers['GET /player/limits'] = failed('refused', { status: 404 })
  await loadLimits()
  expect(limitsLoad.value).toBe('absent')
})

test('what the server pushes about the end of the visit beside its answer to a pause is no news', async () => {
  const end = { code: Code.sessionTerminated, params: {}, message: '', action: 'leave' } as const
  const started = startPause(1)
  receiveMessage(end)
  await started
  receiveMessage(end)
  expect(drainNotices()).toEqual([])
})

test('a pause is sent in days, and the next player starts without it', async () => {
  answers['POST /player/pause'] = { ok: true, value: { limits: [], pausedUntil: '2026-12-01T00:00:00Z' } }
  expect(await startPause(7)).toBe(true)
  expect(sent()[0]).toEqual(['POST', '/player/pause', { days: 7 }])
  expect(limits.value?.pausedUntil).toBe('2026-12-01T00:00:00Z')
  setSignedOut()
  expect(limits.value).toBeUndefined()
})
