import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import texts from '../../../../locales/tr.json?groups=stage'
import { loadSettings } from '../../../core/settings/settings.ts'
import { addTexts } from '../../../i18n/index.ts'
import { ReceiptLayer } from './ReceiptLayer.tsx'
import { showReceipt } from './state.ts'

addTexts('tr', texts)
const paper = () => screen.queryByTestId('receipt')
const cashedOut = () =>
  act(() => showReceipt({ amount: 10_000, at: Date.now(), machine: 'Kervan 07', balance: 60_000 }))
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

const operatorSays = async (settings: object) => {
  vi.stubGlobal('fetch', async () => Response.json(settings))
  await loadSettings()
  vi.useFakeTimers()
}
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('on a kiosk a receipt closes after ten seconds, also when another one follows', async () => {
  await operatorSays({ kiosk: true })
  render(<ReceiptLayer />)
  cashedOut()
  await pass(6_000)
  cashedOut()
  await pass(9_900)
  expect(paper()).not.toBeNull()
  await pass(200)
  expect(paper()).toBeNull()
})

test('otherwise it stays until it is closed', async () => {
  await operatorSays({})
  render(<ReceiptLayer />)
  cashedOut()
  await pass(60_000)
  expect(paper()).not.toBeNull()
})
