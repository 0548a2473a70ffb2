import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { type MoreSettings, readMore } from '../../contract/settings-operator.ts'
import { settingsFile, warn } from './settings.ts'

const read = computed(() => readMore(settingsFile.value))

/** What else the operator has set; the defaults until Settings.json has been read. */
export const more: ReadonlySignal<MoreSettings> = computed(() => read.value.more)

effect(() => {
  const { bad, unknown } = read.value
  if (bad.length > 0) warn(`the defaults hold for ${bad.join(', ')}`)
  if (unknown.length > 0) warn(`unknown: ${unknown.join(', ')}`)
})
