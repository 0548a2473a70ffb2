import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { failed } from '../../contract/result.ts'
import { setLink } from '../../core/connection/state.ts'
import { updatePathname } from '../../core/router/pathname.ts'
import { setLocale } from '../../i18n/index.ts'
import { beginBrandsRequest, failBrandsRequest } from '../lobby/state.ts'
import { LinkBanner } from './LinkBanner.tsx'

afterEach(() => {
  cleanup()
  setLink('up', 0)
})

test("shows since when the connection is down and what that means, in the player's language", async () => {
  const at = new Date(2026, 10, 21, 14, 5, 40).getTime()
  render(<LinkBanner />)
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => setLink('down', at))
  // Further attempts do not change the time.
  act(() => setLink('down', at + 600_000))
  const said = () => screen.getByRole('status').textContent
  expect(said()).toMatch(/14:05.*tekrar deneniyor.*Paranız güvende/)
  await act(() => setLocale('en'))
  expect(said()).toMatch(/since 2:05\sPM.*Trying again.*money is safe/)
  await act(() => setLocale('tr'))
  act(() => setLink('up', at + 700_000))
  expect(said()).toBe('')
  act(() => setLink('down', at + 3_600_000))
  expect(said()).toMatch(/15:05/)
})

test('without any answer it promises no refresh; in the lobby the dock says so', async () => {
  const go = (path: string) => {
    history.replaceState(null, '', path)
    updatePathname()
  }
  go('/profile')
  setLink('down', new Date(2026, 10, 21, 14, 5).getTime())
  render(<LinkBanner />)
  act(() => failBrandsRequest(beginBrandsRequest(), failed('network').error))
  expect(screen.getByRole('status').textContent).toMatch(/14:05.*bilinen son durumu/)
  act(() => go('/lobby'))
  expect(screen.getByRole('status').textContent).toBe('')
})
