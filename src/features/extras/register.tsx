import { effect, untracked } from '@preact/signals-react'
import type { ReactElement } from 'react'
import texts from '../../../locales/tr.json?groups=panels'
import { fillSlot } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { watchChat } from './chat/polling.ts'
import { Extras, LoginExtras } from './ExtrasLayer.tsx'
import { setToggles } from './quick-panel/state.ts'
import { storedToggles } from './quick-panel/storage.ts'
import { closePanel } from './state.ts'
import { keepLook } from './theme/apply.ts'
import { away, playerId, shownTo } from './visibility.ts'

addTexts('tr', texts)

let shown = false

/** Puts the extras over the pages, for as long as the page lives; only where the operator has switched them on. */
export function showExtras(): void {
  if (shown) return
  shown = true
  effect(() => {
    if (playerId.value !== undefined) untracked(() => setToggles(storedToggles()))
  })
  keepLook()
  watchChat(away)
  // A game begins, somebody leaves: what was open is not there when they come back.
  effect(() => {
    if (!shownTo.value) untracked(closePanel)
  })
  fillSlot('layers', Extras, 'extras')
}

let beside = false

/** The same for who is not logged in yet; `render` draws beside the app. */
export function showLoginExtras(render: (what: ReactElement, into: Element) => void): void {
  showExtras()
  if (beside) return
  beside = true
  const place = document.createElement('div')
  document.body.append(place)
  render(<LoginExtras />, place)
}
