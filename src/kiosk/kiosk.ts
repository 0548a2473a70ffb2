import { computed, type ReadonlySignal } from '@preact/signals-react'
import { settings } from '../settings.ts'
import { read, write } from '../storage.ts'

const KEY = 'reelcast.kiosk'
if (new URL(window.location.href).searchParams.has('kiosk')) write('session', KEY, '1')

/** Is this a venue's touch screen: by setting, or because the address said `?kiosk` when the tab was opened? */
export const kiosk: ReadonlySignal<boolean> = computed(
  () => settings.value.kiosk || read('session', KEY) === '1',
)
