import { computed, type ReadonlySignal } from '@preact/signals-react'
import { readKeys } from '../../contract/settings.ts'
import { KIOSK_DEFAULTS, KIOSK_SETTINGS, type KioskSettings } from '../../contract/settings-kiosk.ts'
import { settingsFile, warn } from './settings.ts'

/** What the operator has set for a venue's screens; the defaults until Settings.json has been read. */
export const kioskSettings: ReadonlySignal<KioskSettings> = computed(() => {
  const { read, bad } = readKeys(KIOSK_SETTINGS, KIOSK_DEFAULTS, settingsFile.value)
  if (bad.length > 0) warn(`the defaults hold for ${bad.join(', ')}`)
  return read
})
