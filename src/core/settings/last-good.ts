import { effect } from '@preact/signals-react'
import * as v from 'valibot'
import { ALL_SETTINGS } from '../../contract/settings-operator.ts'
import { read, write } from '../storage/storage.ts'
import { readLastGood } from './read-last-good.ts'
import { settingsFile } from './settings.ts'

const SCHEMAS: Readonly<Record<string, v.GenericSchema>> = ALL_SETTINGS

/** Stores the good values of each loaded Settings.json, for a start without a readable file. */
export function startStoringSettings(): void {
  effect(() => {
    const file = settingsFile.value
    if (!file) return
    const last = readLastGood() ?? {}
    const good = Object.entries(file).map(([key, value]) => {
      const schema = Object.hasOwn(SCHEMAS, key) ? SCHEMAS[key] : undefined
      return [key, !schema || v.is(schema, value) ? value : last[key]]
    })
    const before = read('local', 'reelcast.settings')
    // Where a larger file does not fit, the earlier one protects the player better than none.
    if (!write('local', 'reelcast.settings', JSON.stringify(Object.fromEntries(good))))
      write('local', 'reelcast.settings', before)
  })
}
