import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CabinetState } from '../../../contract/live.ts'
import { IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import {
  applyGame,
  applyInit,
  blockPlay,
  canCashOut,
  resetGame,
  setLinkDown,
  spinBlock,
  stake,
} from '../play/state.ts'
import { setPicture } from '../video/state.ts'
import { startCabinet } from './block-play.ts'
import { cabinetBlock, playerCredit } from './state.ts'

let stop: () => void
let seq = 1
beforeEach(() => {
  resetGame()
  stop = startCabinet()
  const capabilities = { buttons: ['spin'], stakes: [], transfer: true }
  applyInit({ ...INIT_ACK, game: { ...IDLE, seq: ++seq, stake: 300 }, capabilities })
  setPicture('live', 0)
})
afterEach(() => stop())

/** The cabinet reports this, beside this credit (cents). */
const report = (cabinet: Partial<CabinetState>, credit = 10_000) =>
  applyGame({ ...IDLE, seq: ++seq, stake: 300, credit, cabinet: { status: 'ready', ...cabinet } })

test.each([
  // status, why no spin starts, whether it still cashes out
  ['ready', undefined, true],
  ['hand-pay', 'hand-pay', false],
  ['locked', 'locked', true],
  ['fault', 'fault', true],
  ['unreachable', 'unreachable', false],
] as const)('a cabinet that is %s', (status, block, cashesOut) => {
  report({ status })
  expect(cabinetBlock.value).toBe(block)
  expect(spinBlock.value).toBe(block && 'cabinet')
  expect(canCashOut.value).toBe(cashesOut)
  expect(playerCredit.value).toBe(10_000)
  report({})
  expect([spinBlock.value, canCashOut.value]).toEqual([undefined, true])
})

test('the picture is the reason before the cabinet', () => {
  report({ status: 'fault' })
  setLinkDown(1)
  expect(spinBlock.value).toBe('down')
})

test('money on its way blocks every command, and is no credit of the player', () => {
  const transfer = { direction: 'load', amount: 700 } as const
  report({ transfer })
  expect([spinBlock.value, canCashOut.value, playerCredit.value]).toEqual(['cabinet', false, 10_000])
  // The meter shows it until the cabinet has given it.
  report({ transfer: { ...transfer, direction: 'cash-out' } })
  expect([canCashOut.value, playerCredit.value]).toEqual([false, 0])
})

test('credit that nobody loaded is neither played nor cashed out', () => {
  report({ foreignCredit: 500 }, 700)
  expect([playerCredit.value, spinBlock.value, canCashOut.value]).toEqual([200, 'noCredit', true])
  report({ foreignCredit: 500 }, 500)
  expect(canCashOut.value).toBe(false)
  report({ foreignCredit: 500 }, 800)
  expect(spinBlock.value).toBeUndefined()
})

test('its stake is shown and not chosen', () => {
  expect(stake.value).toBe(300)
  applyGame({ ...IDLE, seq: ++seq, stake: 900, cabinet: { status: 'ready' } })
  expect(stake.value).toBe(900)
})

test('nothing of it is left for the next machine, and another block stays', () => {
  blockPlay(true)
  report({ status: 'hand-pay' })
  stop()
  expect([spinBlock.value, canCashOut.value]).toEqual(['held', true])
  blockPlay(false)
  expect(spinBlock.value).toBeUndefined()
})
