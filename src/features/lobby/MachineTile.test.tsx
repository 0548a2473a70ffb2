import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { setBalance } from '../wallet/state.ts'
import { MachineTile } from './MachineTile.tsx'
import { machine as free } from './whole-floor.fake.ts'

afterEach(cleanup)

const machine = free('7')

test('a machine that is taken and free again keeps the focus', async () => {
  setBalance({ balance: 100 })
  const { rerender } = render(<MachineTile machine={machine} />)
  screen.getByRole('link').focus()
  await act(async () => rerender(<MachineTile machine={{ ...machine, status: 'playing' }} />))
  expect(document.activeElement).toBe(screen.getByRole('button'))
  await act(async () => rerender(<MachineTile machine={machine} />))
  expect(document.activeElement).toBe(screen.getByRole('link'))
})
