import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { startGuard } from '../../core/router/guard.ts'
import { openSheet } from './lazy-search.ts'
import { Sheet } from './Sheet.tsx'

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
