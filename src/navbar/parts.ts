import { effect } from '@preact/signals-react'
import texts from '../../locales/tr.json?groups=navbar'
import { addTexts } from '../i18n/index.ts'
import { direction, folded, layoutStyle } from '../shell/frame-state.ts'
import { addFramePart } from '../shell/layers.ts'
import '../shell/frame-variants.css'
import { Navbar } from './Navbar.tsx'
import { TopRow } from './TopRow.tsx'

addTexts('tr', texts)

// As the player changes them; before that settings.ts has set them for the first paint.
effect(() => {
  const html = document.documentElement
  html.dataset.layout = layoutStyle.value
  html.dataset.folded = String(folded.value)
  html.dir = direction.value
})

/** Puts the navbar into the frame: once a page can be used. */
export function showNavbar(): void {
  addFramePart('navbar', Navbar)
  addFramePart('nav', TopRow)
}
