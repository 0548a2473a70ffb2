import { effect } from '@preact/signals-react'
import { locale } from '../../i18n/index.ts'
import { direction, folded, layoutStyle } from '../frame/state.ts'

// Applies the player's changes; settings.ts has set the initial values before the first paint.
effect(() => {
  const html = document.documentElement
  html.dataset.layout = layoutStyle.value
  html.dataset.folded = String(folded.value)
  // A change of the language sets the direction of the language, so this runs after it.
  void locale.value
  html.dir = direction.value
})
