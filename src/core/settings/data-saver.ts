import { computed, signal } from '@preact/signals-react'
import { read, write } from '../storage/storage.ts'
import { playSettings } from './play.ts'

/** The player's own word on this device; whoever comes next finds it as it was left (session/wipe.ts). */
const KEY = 'reelcast.data-saver'

const stored = () => {
  const text = read('local', KEY)
  return text === '1' ? true : text === '0' ? false : undefined
}
const choiceSignal = signal(stored())

/** Does the browser ask for less, in the player's name? */
const browserSaves = signal(false)
const connection: unknown = Reflect.get(navigator, 'connection')
function updateFromConnection(): void {
  browserSaves.value = Object(Reflect.get(navigator, 'connection')).saveData === true
}
updateFromConnection()
if (connection instanceof EventTarget) connection.addEventListener('change', updateFromConnection)

/** Are data to be saved? The player's own word, else the browser's or the operator's. */
export const dataSaver = computed(
  () => choiceSignal.value ?? (browserSaves.value || playSettings.value.dataSaver),
)

/** Keeps the player's own word. */
export function setDataSaver(on: boolean): void {
  choiceSignal.value = on
  write('local', KEY, on ? '1' : '0')
}

/** The browser's word is read anew, and the device's. */
export function reloadDataSaver(): void {
  updateFromConnection()
  choiceSignal.value = stored()
}
