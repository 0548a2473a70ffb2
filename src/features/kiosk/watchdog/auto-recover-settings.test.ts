import { expect, test, vi } from 'vitest'
import { signedOut } from '../../../core/session/state.ts'
import { detectFault, startAutoRecover } from './auto-recover.ts'

test('a kiosk that began without its settings asks for them until they come', async () => {
  vi.useFakeTimers()
  signedOut()
  expect(detectFault()).toBe('/Settings.json')
  const reload = vi.fn()
  let up = false
  const stop = startAutoRecover(reload, async () => up)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(reload).not.toHaveBeenCalled()
  up = true
  await vi.advanceTimersByTimeAsync(125_000)
  expect(reload).toHaveBeenCalled()
  stop()
  vi.useRealTimers()
})
