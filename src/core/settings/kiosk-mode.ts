import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { read, write } from '../storage/storage.ts'
import { settings } from './settings.ts'

const KEY = 'reelcast.kiosk'
const page = document.documentElement.dataset
// The page's first script has stored `?kiosk` before the router could change the address.
if ('kiosk' in page || new URL(window.location.href).searchParams.has('kiosk')) write('session', KEY, '1')

/** Whether this screen is a kiosk: by the settings, or because the tab was opened with `?kiosk`. */
export const kiosk: ReadonlySignal<boolean> = computed(
  () => settings.value.kiosk || read('session', KEY) === '1',
)

// For the styles, and for main.tsx, which then loads the kiosk's code.
effect(() => {
  if (kiosk.value) page.kiosk = ''
})
