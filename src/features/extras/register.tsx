import { effect, untracked } from '@preact/signals-react'
import type { ReactElement } from 'react'
import texts from '../../../locales/tr.json?groups=panels'
import { fillSlot } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { startChatPolling } from './chat/polling.ts'
import { Extras, LoginExtras } from './ExtrasLayer.tsx'
import { setToggles } from './quick-panel/state.ts'
import { storedToggles } from './quick-panel/storage.ts'
import { closePanel } from './state.ts'
import { startThemeSync } from './theme/apply.ts'
import { audience, playerId, suspended } from './visibility.ts'

addTexts('tr', texts)

let shown = false

/** Puts the extras over the pages, for as long as the page lives; only where the operator has switched them on. */
export function registerExtras(): void {
  if (shown) return
  shown = true
  effect(() => {
    if (playerId.value !== undefined) untracked(() => setToggles(storedToggles()))
  })
  startThemeSync()
  startChatPolling(suspended)
  // A game begins, somebody leaves: what was open is not there when they come back.
  effect(() => {
    if (!audience.value) untracked(closePanel)
  })
  fillSlot('layers', Extras, 'extras')
}

let beside = false

/** The same for who is not logged in yet; `render` draws beside the app. */
export function registerLoginExtras(render: (what: ReactElement, into: Element) => void): void {
  registerExtras()
  if (beside) return
  beside = true
  const place = document.createElement('div')
  document.body.append(place)
  render(<LoginExtras />, place)
}
