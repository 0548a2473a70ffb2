import { PAGE_ADDRESSES, PAGE_DEFAULTS } from '../../../src/contract/page-settings.ts'
import { readSettings, type Settings } from '../../../src/contract/settings.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether an address is on the page's own origin. A cached page must not contain another origin, which the
 * operator may have changed since.
 */
const isOwn = (address: string) => !/^\w+:/.test(address)

/**
 * Adds the settings that the login and the first calls need as an attribute of the page's root, so that a
 * first start does not wait for Settings.json. Without a readable file the page stays unchanged.
 */
export function stampPage(html: string, settingsText: string | undefined): string {
  const file = settingsText === undefined ? undefined : parsed(settingsText)
  if (typeof file !== 'object' || file === null) return html
  const { settings } = readSettings(file)
  const keys: (keyof Settings)[] = [
    ...(Object.keys(PAGE_DEFAULTS) as (keyof typeof PAGE_DEFAULTS)[]),
    ...PAGE_ADDRESSES.filter((key) => isOwn(settings[key])),
  ]
  const stamped = Object.fromEntries(keys.map((key) => [key, settings[key]]))
  const value = JSON.stringify(stamped).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html.replace(/<html\b/, () => `<html data-settings="${value}"`)
}
