import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { SignedIn } from '../e2e/fixtures/api-client.ts'
import { newPage, PHONE } from './browser.ts'
import type { Account } from './machine-setup.ts'

export const TIMEOUT_MS = 120_000

/** Opens a phone's page with an empty cache that runs `probe`, signed in where an account is given. */
export async function openPhone(
  browser: Browser,
  account: Account | undefined,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await newPage(browser, { ...PHONE, serviceWorkers })
  page.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript(probe)
  if (account)
    await context.addInitScript(
      ([token, name]) => {
        sessionStorage.setItem('reelcast.token', token)
        sessionStorage.setItem('reelcast.player', `\n${name}`)
      },
      [account.token, account.username] as const,
    )
  return { page, context }
}

/** The path of a free machine. */
export const gamePath = async (account: SignedIn): Promise<string> =>
  `/game/${(await account.freeMachine()).id}/x`

/**
 * Runs in the page: stores the time at which each mark first holds, in ms since the navigation, and the time
 * of the last click.
 */
function probe() {
  const marks: Record<string, number> = Reflect.get(window, 'marks') ?? {}
  Reflect.set(window, 'marks', marks)
  const mark = (name: string) => {
    marks[name] ??= performance.now()
  }
  addEventListener('click', () => Reflect.set(marks, 'click', performance.now()), true)
  window.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      this.addEventListener('message', ({ data }) => /^4[23]/.test(String(data)) && mark('live'))
    }
  }
  // The network emulation slows media over UDP but not over TCP, so the picture comes over UDP.
  const { setRemoteDescription } = RTCPeerConnection.prototype
  RTCPeerConnection.prototype.setRemoteDescription = function (given: RTCSessionDescriptionInit) {
    const sdp = given.sdp?.replace(/^a=candidate:\S+ \d+ tcp .*\r\n/gim, '')
    return Reflect.apply(setRemoteDescription, this, [{ type: given.type, sdp }])
  }
  const isDrawn = (image: HTMLImageElement) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom <= 0 || top >= innerHeight || (image.complete && image.naturalWidth > 0)
  }
  let video: HTMLVideoElement | null = null
  const poll = () => {
    if (document.querySelector('main li a[href*="/lobby/"]')) mark('brands')
    const images = [...document.images]
    if (marks.brands && images.length > 0 && images.every(isDrawn)) mark('art')
    if (!video) {
      video = document.querySelector('video')
      video?.requestVideoFrameCallback(() => mark('frame'))
    }
    setTimeout(poll, 16)
  }
  poll()
}

/** Runs in the page: types into the login as soon as it exists, and marks when its button is enabled. */
export function probeLogin() {
  const marks: Record<string, number> = Reflect.get(window, 'marks') ?? {}
  Reflect.set(window, 'marks', marks)
  const type = (input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'amber-otter')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const poll = () => {
    const [name, password] = document.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox])')
    const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')
    if (name && password && button) {
      type(name)
      type(password)
      if (!button.disabled && button.ariaDisabled !== 'true') marks.usable = performance.now()
    }
    if (marks.usable === undefined) setTimeout(poll, 16)
  }
  poll()
}
