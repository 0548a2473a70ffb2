import { batch, type Signal, signal } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import type { StorageKey } from './keys.ts'
import { read } from './storage.ts'

const reloads = new Set<() => void>()

/** Calls `reload` when a kiosk's reset has removed the choices on this device from storage. */
export function onDeviceReset(reload: () => void): Dispose {
  reloads.add(reload)
  return () => reloads.delete(reload)
}

/** A choice on this device, as stored under `key`; a kiosk's reset reads it again. Its owner writes it. */
export function deviceSignal<T>(key: StorageKey, parse: (stored: string | undefined) => T): Signal<T> {
  const load = () => parse(read('local', key))
  const choice = signal(load())
  onDeviceReset(() => {
    choice.value = load()
  })
  return choice
}

/** Reads all choices on this device again. */
export function reloadDeviceChoices(): void {
  batch(() => {
    for (const reload of reloads) reload()
  })
}
