import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { startGuard } from '../../core/router/guard.ts'
import { sheets } from './late.tsx'
import { openSearch, openSheet, SHEET_ID } from './open-sheet.ts'
import { Sheet } from './Sheet.tsx'
import { Sheets } from './search.chunk.tsx'
import { query, setQuery } from './state.ts'

afterEach(cleanup)

test('a sheet opened before its code has loaded stays open until a navigation', async () => {
  history.replaceState(null, '', '/lobby')
  startGuard()
  const asked = openSheet('some-sheet')
  await act(() => {
    render(
      <Sheet id="some-sheet" label="Ara" onClose={() => {}}>
        <p />
      </Sheet>,
    )
  })
  await asked
  expect(document.querySelector('dialog')?.open).toBe(true)
  await act(() => navigate('/profile'))
  expect(document.querySelector('dialog')?.open).toBe(false)
})

test.each([
  ['after a navigation', () => navigate('/profile')],
  ['after it has failed to load', () => vi.spyOn(sheets.loaded, 'peek').mockReturnValue('failed')],
])('a sheet whose code comes only %s does not open by itself', async (_, happen) => {
  history.replaceState(null, '', '/lobby')
  startGuard()
  vi.spyOn(sheets, 'preload').mockResolvedValue()
  await act(async () => {
    const asked = openSheet('late-sheet')
    happen()
    await asked
  })
  vi.restoreAllMocks()
  render(
    <Sheet id="late-sheet" label="Ara" onClose={() => {}}>
      <p />
    </Sheet>,
  )
  expect(document.querySelector('dialog')?.open).toBe(false)
})

test('the search opens empty, also if the close event of the sheet never came', async () => {
  await sheets.preload()
  render(<Sheets />)
  const sheet = document.getElementById(SHEET_ID)
  sheet?.addEventListener('close', (event) => event.stopImmediatePropagation(), true)
  await act(() => openSearch())
  setQuery('bosfor 03')
  if (sheet instanceof HTMLDialogElement) sheet.close()
  await act(() => openSearch())
  await vi.waitFor(() => expect(query.peek()).toBe(''))
})

test('text that is typed as soon as the search opens is kept', async () => {
  await sheets.preload()
  render(<Sheets />)
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
