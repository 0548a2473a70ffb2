import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { onActivity } from '../idle/activity.ts'
import { InfoPageDialog } from './InfoPageDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the dialog of a page that the server answers with `html`. Returns the window in its frame. */
async function open(html: string): Promise<EventTarget> {
  vi.stubGlobal('fetch', async () => new Response(null))
  await act(async () => void render(<InfoPageDialog page="paytables" onClose={() => {}} />))
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  const defaultView = new EventTarget()
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  Object.defineProperty(frame, 'contentDocument', { value: { defaultView, documentElement } })
  fireEvent.load(frame)
  return defaultView
}

test("the app's own page in place of a missing one is an error", async () => {
  await open(readFileSync('index.html', 'utf8'))
  expect(screen.getByRole('alert').textContent).toContain('Sayfa açılamadı')
  expect(document.querySelector('iframe')).toBeNull()
})

test('a touch inside the page counts as a use', async () => {
  const used = vi.fn()
  const stop = onActivity(used)
  const inside = await open('<html lang="tr"></html>')
  inside.dispatchEvent(new Event('pointerdown'))
  expect(used).toHaveBeenCalledOnce()
  stop()
})
