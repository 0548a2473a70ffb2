import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSettings } from '../../core/settings/settings.ts'
import { INIT_ACK } from './game-session.fake.ts'
import { startLoadingTools } from './load-tools.ts'
import { spinWithFeedback } from './play.ts'
import { applyInit, blockedBy, blockPlay, canCashOut, resetGame, setPicture, spinBlock } from './state.ts'

const { tools } = vi.hoisted(() => ({ tools: { fail: false, asked: 0, shown: 0 } }))
vi.mock('./tools.chunk.ts', () => ({
  registerTools() {
    tools.asked++
    if (tools.fail) throw new Error('the chunk did not come')
    tools.shown++
  },
}))

let stop = () => {}
const settled = (why: string | undefined) => vi.waitFor(() => expect(blockedBy.value).toBe(why))

async function sit(raw: object): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(raw)))
  await loadSettings()
  vi.unstubAllGlobals()
  resetGame()
  applyInit(INIT_ACK)
  stop = startLoadingTools()
}
beforeEach(() => {
  tools.fail = false
  tools.asked = 0
  tools.shown = 0
})
afterEach(() => {
  stop()
  blockPlay(false, 'tools')
  blockPlay(false, 'noTools')
})

test('without a protection it comes behind the picture, and nothing waits for it', async () => {
  await sit({ jurisdiction: '', minSpinCycle: 2.5, realityCheck: 0 })
  expect(tools.shown).toBe(0)
  setPicture('live', 0)
  expect(spinBlock.value).toBeUndefined()
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
  setPicture('live', 0)
  expect([blockedBy.value, spinBlock.value]).toEqual(['tools', 'tools'])
  await settled(undefined)
  expect([tools.shown, spinBlock.value]).toEqual([1, undefined])
})

test('a protection that does not come leaves nothing to play, and money may go home; a tap asks again', async () => {
  tools.fail = true
  await sit({ jurisdiction: 'GB' })
  setPicture('live', 0)
  await settled('noTools')
  expect([spinBlock.value, canCashOut.value]).toEqual(['noTools', true])
  spinWithFeedback()
  expect(blockedBy.value).toBe('tools')
  await settled('noTools')
  tools.fail = false
  spinWithFeedback()
  await settled(undefined)
  expect(spinBlock.value).toBeUndefined()
})

test('where nothing is protected, what does not come can be done without', async () => {
  tools.fail = true
  await sit({})
  setPicture('live', 0)
  await vi.waitFor(() => expect(tools.asked).toBe(1))
  await settled(undefined)
  expect(spinBlock.value).toBeUndefined()
})
