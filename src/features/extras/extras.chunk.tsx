import { effect, untracked } from '@preact/signals-react'
import type { ReactElement } from 'react'
import { loadLayoutVariants } from '../../core/settings/late.ts'
import { startChatPolling } from './chat/polling.ts'
import { LoginExtras } from './ExtrasLayer.tsx'
import { storedToggles } from './quick-panel/actions.ts'
import { setToggles } from './quick-panel/state.ts'
import { closePanel } from './state.ts'
import { startThemeSync } from './theme/apply.ts'
import { audience, playerId, suspended } from './visibility.ts'

export { Extras } from './ExtrasLayer.tsx'

let registered = false

/** Registers the extras once; call it only if the operator has enabled them. */
export function registerExtras(): void {
  if (registered) return
  registered = true
  // Players may choose their layout.
  void loadLayoutVariants()
  effect(() => {
    if (playerId.value !== undefined) untracked(() => setToggles(storedToggles()))
  })
  startThemeSync()
  startChatPolling(suspended)
  effect(() => {
    if (!audience.value) untracked(closePanel)
  })
}

let loginRegistered = false

/** Registers the extras on the login page; `render` draws a tree outside the app's root. */
export function registerLoginExtras(render: (what: ReactElement, into: Element) => void): void {
  registerExtras()
  if (loginRegistered) return
  loginRegistered = true
  const host = document.createElement('div')
  document.body.append(host)
  render(<LoginExtras />, host)
}
