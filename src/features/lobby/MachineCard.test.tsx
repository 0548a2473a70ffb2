import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from '../../contract/floor.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../i18n/index.ts'
import { clearBalance, setBalance } from '../wallet/state.ts'
import { MachineCard } from './MachineCard.tsx'
import { applyMachines, beginMachinesRequest, clearLobby } from './state.ts'

const machine = { id: '7', name: 'Kervan 07', brand: 'kervan', status: 'available', reservation: false }

async function show(file: object, balance: number, change: Partial<Machine> = {}): Promise<void> {
  await setSettings(file)
  setBalance({ balance })
  applyMachines([{ ...machine, ...change } as Machine], beginMachinesRequest())
  render(<MachineCard id="7" index={0} count={1} style={{}} />)
}

beforeEach(async () => {
  clearBalance()
  await setLocale('en')
})
afterEach(() => {
  cleanup()
  clearLobby()
  vi.unstubAllGlobals()
})

test.each<[string, object, number, Partial<Machine>]>([
  ['an empty wallet, by default', {}, 0, {}],
  ['an empty wallet, where the operator says so', { zeroBalancePlay: true }, 0, {}],
  ['one cent', { zeroBalancePlay: false }, 1, {}],
  ['a machine that is held for the player', { zeroBalancePlay: false }, 0, { reservation: true }],
])('opens with %s', async (_, file, balance, change) => {
  await show(file, balance, change)
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^\/game\/7/)
})

test('zeroBalancePlay: false blocks an empty wallet, with the reason', async () => {
  await show({ zeroBalancePlay: false }, 0)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('listitem').dataset.availability).toBe('walletEmpty')
})
