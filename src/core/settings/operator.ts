import { effect } from '@preact/signals-react'
import { OPERATOR_DEFAULTS, OPERATOR_SETTINGS, unknownKeys } from '../../contract/settings-operator.ts'
import { settingsKeys, settingsSection, warn } from './settings.ts'

/** The operator's settings that no first screen needs. */
export const operatorSettings = settingsSection(OPERATOR_SETTINGS, OPERATOR_DEFAULTS)

effect(() => {
  // This chunk alone knows every key, so it names the unknown ones; its own section's warnings come first.
  operatorSettings.value
  const unknown = unknownKeys(settingsKeys.value)
  if (unknown.length > 0) warn(`unknown: ${unknown.join(', ')}`)
})
