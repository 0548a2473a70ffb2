import type { Dispose } from '../../../contract/result.ts'
import { classifyLink, setExternalLink } from './classify-link.ts'

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement | SVGAElement>('a[href], area[href]') : null
const hrefOf = (link: Element) => link.getAttribute('href') ?? ''

/** Opens a page of the app in this tab, as the app's own links do. */
function navigateTo(href: string): void {
  const { pathname, search, hash } = new URL(href, location.href)
  history.pushState(null, '', pathname + search + hash)
}

/** Opens a page of the app, or shows an external address in a dialog. */
function openAddress(href: string, title: string): void {
  const found = classifyLink(href, title)
  if (found === 'stay') navigateTo(href)
  else if (found !== 'never') setExternalLink(found)
}

/** External links are stopped before other listeners receive the click. */
function stopLeaving(event: Event): void {
  const link = linkOf(event)
  if (!link) return
  const found = link.hasAttribute('download') ? 'never' : classifyLink(hrefOf(link), link.textContent ?? '')
  if (found !== 'never' && (found === 'stay' || found.kind !== 'address')) return
  event.preventDefault()
  event.stopPropagation()
  if (found !== 'never') setExternalLink(found)
}

/** Links to a new tab, or to another page of this site, open here, unless a listener has handled them. */
function openInPlace(event: Event): void {
  const link = linkOf(event)
  if (!link || event.defaultPrevented) return
  const target = link.getAttribute('target')
  const away = target !== null && !['', '_self', '_top', '_parent'].includes(target)
  if (!away && classifyLink(hrefOf(link)) === 'stay') return
  event.preventDefault()
  openAddress(hrefOf(link), link.textContent ?? '')
}

/** Prevents links, forms and scripts from opening a window, saving a file, dialling, mailing or printing. */
export function blockExternalLinks(): Dispose {
  const real = { open: window.open, print: window.print, click: HTMLAnchorElement.prototype.click }
  window.open = (address) => {
    if (address) openAddress(String(address), '')
    return null
  }
  window.print = () => {}
  // A script can save a file by clicking a link that is not in the document; no listener receives that click.
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (!this.hasAttribute('download') && classifyLink(this.href) === 'stay') real.click.call(this)
  }
  document.addEventListener('click', stopLeaving, true)
  window.addEventListener('click', openInPlace)
  return () => {
    Object.assign(window, { open: real.open, print: real.print })
    HTMLAnchorElement.prototype.click = real.click
    document.removeEventListener('click', stopLeaving, true)
    window.removeEventListener('click', openInPlace)
  }
}
