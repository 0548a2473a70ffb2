import { computed, type ReadonlySignal } from '@preact/signals-react'
import { readKeys } from '../../contract/settings.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS, type PlaySettings } from '../../contract/settings-play.ts'
import { settingsFile, warn } from './settings.ts'

/** What the operator has set for a game; the defaults until Settings.json has been read. */
export const playSettings: ReadonlySignal<PlaySettings> = computed(() => {
  const { read, bad } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, settingsFile.value)
  if (bad.length > 0) warn(`the defaults hold for ${bad.join(', ')}`)
  return read
})
