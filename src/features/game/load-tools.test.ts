import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSettings } from '../../core/settings/settings.ts'
import { SEATED } from './game-session.fake.ts'
import { furnishGame } from './load-tools.ts'
import { trySpin } from './play.ts'
import { canCashOut, heldBy, holdPlay, pictureNow, resetGame, spinRefusal, takeInit } from './state.ts'

const { tools } = vi.hoisted(() => ({ tools: { fail: false, asked: 0, shown: 0 } }))
vi.mock('./tools.chunk.ts', () => ({
  showTools() {
    tools.asked++
    if (tools.fail) throw new Error('the chunk did not come')
    tools.shown++
  },
}))

let stop = () => {}
const settled = (why: string | undefined) => vi.waitFor(() => expect(heldBy.value).toBe(why))

async function sit(raw: object): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(raw)))
  await loadSettings()
  vi.unstubAllGlobals()
  resetGame()
  takeInit(SEATED)
  stop = furnishGame()
}
beforeEach(() => {
  tools.fail = false
  tools.asked = 0
  tools.shown = 0
})
afterEach(() => {
  stop()
  holdPlay(false, 'tools')
  holdPlay(false, 'noTools')
})

test('without a protection it comes behind the picture, and nothing waits for it', async () => {
  await sit({ jurisdiction: '', minSpinCycle: 2.5, realityCheck: 0 })
  expect(tools.shown).toBe(0)
  pictureNow('live', 0)
  expect(spinRefusal.value).toBeUndefined()
  await vi.waitFor(() => expect(tools.shown).toBe(1))
})

test.each([
  { jurisdiction: 'GB' },
  { realityCheck: 60 },
  { lossLimit: '1.000' },
  { sessionLimit: 90 },
  { minSpinCycle: 5 },
])('with %j it is fetched at once, and play waits until it is there', async (raw) => {
  await sit(raw)
  pictureNow('live', 0)
  expect([heldBy.value, spinRefusal.value]).toEqual(['tools', 'tools'])
  await settled(undefined)
  expect([tools.shown, spinRefusal.value]).toEqual([1, undefined])
})

test('a protection that does not come leaves nothing to play, and money may go home; a tap asks again', async () => {
  tools.fail = true
  await sit({ jurisdiction: 'GB' })
  pictureNow('live', 0)
  await settled('noTools')
  expect([spinRefusal.value, canCashOut.value]).toEqual(['noTools', true])
  trySpin()
  expect(heldBy.value).toBe('tools')
  await settled('noTools')
  tools.fail = false
  trySpin()
  await settled(undefined)
  expect(spinRefusal.value).toBeUndefined()
})

test('where nothing is protected, what does not come can be done without', async () => {
  tools.fail = true
  await sit({})
  pictureNow('live', 0)
  await vi.waitFor(() => expect(tools.asked).toBe(1))
  await settled(undefined)
  expect(spinRefusal.value).toBeUndefined()
})
