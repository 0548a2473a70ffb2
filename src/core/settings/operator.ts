import { effect } from '@preact/signals-react'
import {
  OPERATOR_DEFAULTS,
  OPERATOR_SETTINGS,
  unknownKeys,
  withGoodValues,
} from '../../contract/settings-operator.ts'
import { write } from '../storage/storage.ts'
import { readLastGood, settingsFile, settingsSection, warnOf } from './settings.ts'

/** The operator's settings that the first screen does not need. */
export const operatorSettings = settingsSection(OPERATOR_SETTINGS, OPERATOR_DEFAULTS)

effect(() => {
  // Only this chunk knows every key, so it reports unknown keys and stores the good values for a start
  // without a readable file. Reading the section first puts its own warnings first.
  operatorSettings.value
  const file = settingsFile.value
  if (!file) return
  warnOf('unknown', unknownKeys(Object.keys(file)))
  write('local', 'reelcast.settings', JSON.stringify(withGoodValues(file, readLastGood())))
})
