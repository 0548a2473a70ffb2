import { fromJson } from '../../contract/json.ts'
import { read } from '../storage/storage.ts'

/**
 * What applies where Settings.json cannot be read: the good values of the last file on this device
 * (last-good.ts), else those that the server has put into the page.
 */
export function readLastGood(): Record<string, unknown> | undefined {
  const texts = [read('local', 'reelcast.settings'), document.documentElement.dataset.settings]
  return texts.map((text) => fromJson(text) as Record<string, unknown> | undefined).find(Boolean)
}
