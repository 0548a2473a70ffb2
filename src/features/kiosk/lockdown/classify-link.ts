import { type ReadonlySignal, signal } from '@preact/signals-react'
import { decodePart } from '../../../contract/decode-part.ts'
import { parseUrl } from '../../../contract/parse-url.ts'
import { INFO_PAGES, type InfoPageName } from '../../../core/info-pages/info-pages.ts'

/**
 * The target of a link that leaves the app: an information page, another page of this site, or an address
 * that the kiosk shows as text instead of opening.
 */
export type ExternalLink =
  | { kind: 'page'; page: InfoPageName }
  | { kind: 'site'; path: string; title: string }
  | { kind: 'address'; address: string }

const externalLinkSignal = signal<ExternalLink | undefined>(undefined)

/** The link that ExternalLinkDialog shows. */
export const externalLink: ReadonlySignal<ExternalLink | undefined> = externalLinkSignal

/** Opens the dialog, or closes it (undefined). */
export function setExternalLink(next: ExternalLink | undefined): void {
  externalLinkSignal.value = next
}

const names = Object.keys(INFO_PAGES) as InfoPageName[]

/** An address as readable text: a telephone number, a mail address, a site. */
function formatAddress({ protocol, host, pathname, search }: URL): string {
  if (protocol === 'http:' || protocol === 'https:') return host + pathname.replace(/\/$/, '') + search
  return decodePart(pathname)
}

/**
 * Classifies an address for a kiosk. `stay`: a page of the app. `never`: an address that must not be opened
 * or shown, such as `javascript:`.
 */
export function classifyLink(href: string, title = ''): ExternalLink | 'stay' | 'never' {
  const url = parseUrl(href, location.href)
  if (!url || /^(javascript|blob|data|file|about|chrome|view-source):$/.test(url.protocol)) return 'never'
  if (url.origin !== location.origin) return { kind: 'address', address: formatAddress(url) }
  if (!/\.html?$/i.test(url.pathname)) return 'stay'
  const page = names.find((name) => url.pathname === `/${INFO_PAGES[name]}.html`)
  if (page) return { kind: 'page', page }
  return { kind: 'site', path: url.pathname + url.search + url.hash, title }
}
