import { computed, signal } from '@preact/signals-react'
import { onDeviceReset } from '../storage/device-signal.ts'
import { read, write } from '../storage/storage.ts'
import { playSettings } from './play.ts'

/** The choice on this device; it stays for the next player (session/wipe.ts). */
const KEY = 'reelcast.data-saver'

const stored = () => {
  const text = read('local', KEY)
  return text === '1' ? true : text === '0' ? false : undefined
}
const choiceSignal = signal(stored())

/** The browser's own data saver is on. */
const browserSaves = signal(false)
/** The browser estimates a network as slow as the second generation's. */
const networkSlow = signal(false)
const connection: unknown = Reflect.get(navigator, 'connection')
function updateFromConnection(): void {
  const { saveData, effectiveType } = Object(Reflect.get(navigator, 'connection'))
  browserSaves.value = saveData === true
  networkSlow.value = /2g/.test(String(effectiveType))
}
updateFromConnection()
if (connection instanceof EventTarget) connection.addEventListener('change', updateFromConnection)

/** The player's choice; without one it is on if the browser or the operator asks for it. */
export const dataSaver = computed(
  () => choiceSignal.value ?? (browserSaves.value || playSettings.value.dataSaver),
)

/**
 * Whether live pictures beside the game are left out: by choice, or because the network appears slow. That
 * may be wrong, so a player who has switched the data saver off gets them.
 */
export const savesPictures = computed(() => choiceSignal.value ?? (dataSaver.value || networkSlow.value))

/** Stores the player's choice. */
export function setDataSaver(on: boolean): void {
  choiceSignal.value = on
  write('local', KEY, on ? '1' : '0')
}

/** Reads the browser's setting and the stored choice again. */
export function reloadDataSaver(): void {
  updateFromConnection()
  choiceSignal.value = stored()
}
onDeviceReset(reloadDataSaver)

/** `savesPictures` as it is now, also where the browser reports no change. */
export function savesData(): boolean {
  reloadDataSaver()
  return savesPictures.peek()
}
