import { act, cleanup, fireEvent, render } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { onActivity } from '../idle/activity.ts'
import { InfoPageDialog } from './InfoPageDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a touch inside the page counts as a use', async () => {
  vi.stubGlobal('fetch', async () => new Response(null))
  const used = vi.fn()
  const stop = onActivity(used)
  await act(async () => void render(<InfoPageDialog page="paytables" onClose={() => {}} />))
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  const inside = new EventTarget()
  Object.defineProperty(frame, 'contentDocument', { value: { defaultView: inside } })
  fireEvent.load(frame)
  inside.dispatchEvent(new Event('pointerdown'))
  expect(used).toHaveBeenCalledOnce()
  stop()
})
