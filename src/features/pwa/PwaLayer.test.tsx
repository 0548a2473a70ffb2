import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import tr from '../../../locales/tr.json'
import { setGate } from '../../core/gates/state.ts'
import { reloadBlocker } from '../../core/router/reload-blockers.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { PwaLayer } from './PwaLayer.tsx'
import { setOnline } from './state.ts'
import { setAttemptedBuild, setNewestBuild } from './update/state.ts'

const path = await vi.hoisted(async () => (await import('@preact/signals-react')).signal('/lobby'))
vi.mock('../../core/router/pathname.ts', () => ({ pathname: path }))
const take = vi.hoisted(() => vi.fn())
vi.mock('./update/actions.ts', () => ({ applyUpdate: take, checkForUpdate: async () => false }))
const bar = () => document.querySelector('[data-bar]')?.getAttribute('data-bar')

let builds = 0
beforeEach(() => {
  document.documentElement.dataset.build = 'aaaaaaaa'
  path.value = '/lobby'
  setGate(undefined)
  setSignedIn('token', user)
  setOnline(true)
  setAttemptedBuild(undefined)
  // A build that was not dismissed yet.
  setNewestBuild(`build${++builds}`)
  take.mockReset()
})
afterEach(() => {
  cleanup()
  setNewestBuild('aaaaaaaa')
})

test('an update is offered on every page but a game, and not before the gates have passed', async () => {
  render(<PwaLayer />)
  expect(bar()).toBe('update')
  path.value = '/game/7'
  await vi.waitFor(() => expect(bar()).toBeUndefined())
  path.value = '/lobby'
  await vi.waitFor(() => expect(bar()).toBe('update'))
  setGate({ kind: 'checkFailed' })
  await vi.waitFor(() => expect(bar()).toBeUndefined())
})

test('with unsaved input the notice warns and asks again', async () => {
  render(<PwaLayer />)
  take.mockResolvedValue('typed')
  fireEvent.click(screen.getByText(tr.pwa.update.take))
  await screen.findByText(tr.pwa.update.typed)
  expect(take).toHaveBeenLastCalledWith({ lose: false })
  fireEvent.click(screen.getByText(tr.pwa.update.take))
  await vi.waitFor(() => expect(take).toHaveBeenLastCalledWith({ lose: true }))
  // The next version warns by itself.
  const later = screen.getByText(tr.pwa.update.later)
  await vi.waitFor(() => expect(later.hasAttribute('aria-disabled')).toBe(false))
  fireEvent.click(later)
  setNewestBuild(`build${++builds}`)
  fireEvent.click(await screen.findByText(tr.pwa.update.take))
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(3))
  expect(take).toHaveBeenLastCalledWith({ lose: false })
})

test('an update that waits for a pending command takes neither "Later" nor a second press', async () => {
  render(<PwaLayer />)
  let finish = () => {}
  take.mockReturnValue(
    new Promise<string>((resolve) => {
      finish = () => resolve('game')
    }),
  )
  const press = (name: string) => fireEvent.click(screen.getByText(name))
  const isOff = () => screen.getByText(tr.pwa.update.take).hasAttribute('aria-disabled')
  press(tr.pwa.update.take)
  await vi.waitFor(() => expect(isOff()).toBe(true))
  // The bar is not what the update waits for.
  expect(reloadBlocker()).toBeUndefined()
  press(tr.pwa.update.take)
  press(tr.pwa.update.later)
  expect([bar(), take.mock.calls.length]).toEqual(['update', 1])
  finish()
  await vi.waitFor(() => expect(isOff()).toBe(false))
  press(tr.pwa.update.later)
  await vi.waitFor(() => expect(bar()).toBeUndefined())
})

test('"Later" leaves its focus to the page', async () => {
  render(
    <>
      <main />
      <PwaLayer />
    </>,
  )
  const later = screen.getByText(tr.pwa.update.later)
  later.focus()
  fireEvent.click(later)
  await vi.waitFor(() => expect(bar()).toBeUndefined())
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test("offline, the login shows a notice with Retry; a player's pages have their own", async () => {
  setOnline(false)
  render(<PwaLayer />)
  expect(bar()).toBeUndefined()
  setSignedOut()
  path.value = '/login'
  await vi.waitFor(() => expect(bar()).toBe('offline'))
  screen.getByText(tr.pwa.offline.title)
  screen.getByText(tr.app.retry)
  // A login page updates by itself, so no bar covers its button.
  setOnline(true)
  await vi.waitFor(() => expect(bar()).toBeUndefined())
})
