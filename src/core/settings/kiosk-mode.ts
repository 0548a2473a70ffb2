import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { read, write } from '../storage/storage.ts'
import { settings } from './settings.ts'

const KEY = 'reelcast.kiosk'
const page = document.documentElement.dataset
// index.html has read the address before the gate could change it.
if ('kiosk' in page || new URL(window.location.href).searchParams.has('kiosk')) write('session', KEY, '1')

/** Is this a venue's touch screen: by setting, or because the address said `?kiosk` when the tab was opened? */
export const kiosk: ReadonlySignal<boolean> = computed(
  () => settings.value.kiosk || read('session', KEY) === '1',
)

// Said in the page as well: for the styles, and for main.tsx, which fetches the rest of a kiosk by it.
effect(() => {
  if (kiosk.value) page.kiosk = ''
})
