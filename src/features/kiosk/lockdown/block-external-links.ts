import { judge, showOutside } from './classify-link.ts'

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement | SVGAElement>('a[href], area[href]') : null
const hrefOf = (link: Element) => link.getAttribute('href') ?? ''

/** Opens a page of the app here, as its own links do. */
function go(href: string): void {
  const { pathname, search, hash } = new URL(href, location.href)
  history.pushState(null, '', pathname + search + hash)
}

/** Opens what can be opened here, and tells the rest; nothing else comes of it. */
function open(href: string, title: string): void {
  const found = judge(href, title)
  if (found === 'stay') go(href)
  else if (found !== 'never') showOutside(found)
}

/** What leads away is stopped before anybody hears of it. */
function stopLeaving(event: Event): void {
  const link = linkOf(event)
  if (!link) return
  const found = link.hasAttribute('download') ? 'never' : judge(hrefOf(link), link.textContent ?? '')
  if (found !== 'never' && (found === 'stay' || found.kind !== 'address')) return
  event.preventDefault()
  event.stopPropagation()
  if (found !== 'never') showOutside(found)
}

/** What would open a tab, or another page of this site, opens here, where nobody has opened it already. */
function openHere(event: Event): void {
  const link = linkOf(event)
  if (!link || event.defaultPrevented) return
  const target = link.getAttribute('target')
  const away = target !== null && !['', '_self', '_top', '_parent'].includes(target)
  if (!away && judge(hrefOf(link)) === 'stay') return
  event.preventDefault()
  open(hrefOf(link), link.textContent ?? '')
}

/** No link, form or script opens a window, saves a file, dials, mails or prints. Gives a way to stop. */
export function closeWays(): () => void {
  const real = { open: window.open, print: window.print, click: HTMLAnchorElement.prototype.click }
  window.open = (address) => {
    if (address) open(String(address), '')
    return null
  }
  window.print = () => {}
  // Files are saved by links that are in no page, which no listener hears.
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (!this.hasAttribute('download') && judge(this.href) === 'stay') real.click.call(this)
  }
  document.addEventListener('click', stopLeaving, true)
  window.addEventListener('click', openHere)
  return () => {
    Object.assign(window, { open: real.open, print: real.print })
    HTMLAnchorElement.prototype.click = real.click
    document.removeEventListener('click', stopLeaving, true)
    window.removeEventListener('click', openHere)
  }
}
