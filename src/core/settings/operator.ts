import { effect } from '@preact/signals-react'
import { OPERATOR_DEFAULTS, OPERATOR_SETTINGS, unknownKeys } from '../../contract/settings-operator.ts'
import { settingsFile, settingsSection, warnOf } from './settings.ts'

/** The operator's settings that the first screen does not need. */
export const operatorSettings = settingsSection(OPERATOR_SETTINGS, OPERATOR_DEFAULTS)

effect(() => {
  // Only this chunk knows every key, so it reports unknown keys. Reading the section first puts its own
  // warnings first.
  operatorSettings.value
  warnOf('unknown', unknownKeys(Object.keys(settingsFile.value ?? {})))
})
