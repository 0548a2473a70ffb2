import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { startGuard } from '../../core/router/guard.ts'
import { openSearch, openSheet, SHEET_ID } from './open-sheet.ts'
import { SearchLayer } from './SearchLayer.tsx'
import { Sheet } from './Sheet.tsx'
import { query, setQuery } from './state.ts'

afterEach(cleanup)

test('a navigation closes an open sheet', async () => {
  history.replaceState(null, '', '/lobby')
  startGuard()
  render(
    <Sheet id="some-sheet" label="Ara" onClose={() => {}}>
      <p />
    </Sheet>,
  )
  openSheet('some-sheet')
  expect(document.querySelector('dialog')?.open).toBe(true)
  await act(() => navigate('/profile'))
  expect(document.querySelector('dialog')?.open).toBe(false)
})

test('the search opens empty, also if the close event of the sheet never came', async () => {
  render(<SearchLayer />)
  const sheet = document.getElementById(SHEET_ID)
  sheet?.addEventListener('close', (event) => event.stopImmediatePropagation(), true)
  await act(() => openSearch())
  setQuery('bosfor 03')
  if (sheet instanceof HTMLDialogElement) sheet.close()
  await act(() => openSearch())
  await vi.waitFor(() => expect(query.peek()).toBe(''))
})

test('text that is typed as soon as the search opens is kept', async () => {
  render(<SearchLayer />)
  await act(() => openSearch())
  const sheet = document.getElementById(SHEET_ID)
  if (sheet instanceof HTMLDialogElement) sheet.close()
  void openSearch()
  // A key is a new task, before which the browser runs all microtasks.
  await new Promise(setImmediate)
  setQuery('kervan')
  await act(() => new Promise(setImmediate))
  expect(query.peek()).toBe('kervan')
})
