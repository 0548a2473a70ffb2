import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { startGuard } from '../core/router/guard.ts'
import { setSignedOut } from '../core/session/state.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { operatorParts, PersistentLayer } from './PersistentLayer.tsx'

const chunk = vi.hoisted(() => ({ fails: true }))
vi.mock('./operator-parts.chunk.ts', () => {
  if (chunk.fails) throw new Error('the chunk did not come')
  return { LoginFooter: () => 'WhatsApp' }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the ways to reach the operator are loaded again where they failed to load', async () => {
  startGuard()
  history.replaceState(null, '', '/login')
  dispatchEvent(new PopStateEvent('popstate'))
  await setSettings({ supportWhatsapp: 'https://wa.me/90' })
  act(() => setSignedOut())
  render(<PersistentLayer />)
  await vi.waitFor(() => expect(operatorParts.loaded.value).toBe('failed'))
  chunk.fails = false
  await vi.waitFor(() => expect(document.body.textContent).toBe('WhatsApp'), { timeout: 5_000 })
})
