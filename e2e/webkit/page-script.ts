/*
 * Runs in WebKit before the first script of each page. Debian builds WebKit without WebRTC, so a drawn
 * picture replaces the machine's video: the peer connection, WHEP's answers and the times of the frames.
 * webkit.ts compiles this file to a classic script: it must not import or export.
 */

/** What the driver calls. */
interface VisitPage {
  /**
   * Resolves with the first element that is visible, at rest and uncovered, and whose text matches the
   * regular expression `text`.
   */
  find(selector: string, text: string): Promise<{ element: Element; text: string }>
  /** Resolves when a message with these words is announced to screen readers. */
  said(words: string): Promise<void>
  /** Resolves when no element of the selector is visible. */
  gone(selector: string): Promise<void>
  /** Advances the wall clock by `ms`, as a computer's sleep does. */
  passTime(ms: number): void
  /** Resolves when the fonts have loaded and the animations that end have ended. */
  settled(): Promise<void>
}

declare global {
  interface Window {
    visitPage: VisitPage
  }
}

const FRAMES_PER_SECOND = 5
const CHECK_INTERVAL_MS = 50
const SDP = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'

/** Draws a bar that moves over coloured stripes. `drawn` counts the frames. */
function drawPicture() {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 180
  const context = canvas.getContext('2d')
  const picture = { drawn: 0, tracks: canvas.captureStream(FRAMES_PER_SECOND).getTracks(), stop }
  const timer = setInterval(draw, 1000 / FRAMES_PER_SECOND)
  function draw() {
    picture.drawn++
    for (let x = 0; context && x < 320; x += 64) {
      context.fillStyle = `hsl(${x} 40% 30%)`
      context.fillRect(x, 0, 64, 180)
      context.fillStyle = 'white'
      context.fillRect(x, (picture.drawn * 6) % 180, 64, 6)
    }
  }
  function stop() {
    clearInterval(timer)
    for (const track of picture.tracks) track.stop()
  }
  draw()
  return picture
}

/** The part of a peer connection that the app uses. It connects when the answer is set. */
class DrawnPeer {
  connectionState = 'new'
  signalingState = 'stable'
  localDescription: unknown
  ontrack: ((event: { track: MediaStreamTrack }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  #picture: ReturnType<typeof drawPicture> | undefined

  addTransceiver() {
    return {}
  }
  getReceivers() {
    return []
  }
  setConfiguration() {}
  restartIce() {}
  async setLocalDescription() {
    this.localDescription = { type: 'offer', sdp: SDP }
  }
  async setRemoteDescription() {
    if (this.#picture) return
    this.#picture = drawPicture()
    for (const track of this.#picture.tracks) this.ontrack?.({ track })
    this.connectionState = 'connected'
    this.onconnectionstatechange?.()
  }
  async getStats() {
    return [{ type: 'inbound-rtp', kind: 'video', framesDecoded: this.#picture?.drawn ?? 0 }]
  }
  close() {
    this.signalingState = 'closed'
    this.#picture?.stop()
  }
}
window.RTCPeerConnection = DrawnPeer as unknown as typeof RTCPeerConnection

const realFetch = window.fetch
window.fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
  if (!pathname.startsWith('/whep/')) return realFetch(input, init)
  if (init?.method !== 'POST') return new Response(null, { status: 204 })
  const headers = { 'content-type': 'application/sdp', location: '/whep/drawn' }
  return new Response(SDP, { status: 201, headers })
}

// WebKitGTK 2.52 often loses the second request for a frame of a drawn picture, which plays on.
HTMLVideoElement.prototype.requestVideoFrameCallback = function (onFrame) {
  const before = this.currentTime
  const timer = window.setInterval(() => {
    if (this.currentTime === before) return
    clearInterval(timer)
    const now = performance.now()
    const { videoWidth: width, videoHeight: height } = this
    // The app takes two frames with the same media time for one.
    const frame = {
      mediaTime: now / 1000,
      expectedDisplayTime: now,
      presentationTime: now,
      presentedFrames: 1,
    }
    onFrame(now, { ...frame, width, height })
  }, 1000 / FRAMES_PER_SECOND)
  return timer
}
HTMLVideoElement.prototype.cancelVideoFrameCallback = (timer) => clearInterval(timer)

const realNow = Date.now
let ahead = 0
Date.now = () => realNow() + ahead

const visible = (selector: string) =>
  [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())

/** Whether a click on the element would reach it. */
function isUncovered(element: Element): boolean {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

const placeOf = (element: Element) => JSON.stringify(element.getBoundingClientRect())

/** Resolves with the first result that is not undefined. */
function poll<T>(check: () => T | undefined): Promise<T> {
  return new Promise((done) => {
    const timer = setInterval(() => {
      const result = check()
      if (result === undefined) return
      clearInterval(timer)
      done(result)
    }, CHECK_INTERVAL_MS)
  })
}

window.visitPage = {
  find(selector, text) {
    const pattern = new RegExp(text)
    let lastPlace = ''
    return poll(() => {
      const element = visible(selector).find(({ textContent }) => pattern.test(textContent ?? ''))
      const before = lastPlace
      lastPlace = element ? placeOf(element) : ''
      if (!element || lastPlace !== before || !isUncovered(element)) return undefined
      return { element, text: element.textContent ?? '' }
    })
  },
  async said(words) {
    await poll(() => document.querySelector('[role=log]')?.textContent?.includes(words) || undefined)
  },
  async gone(selector) {
    await poll(() => (visible(selector).length ? undefined : true))
  },
  passTime(ms) {
    ahead += ms
    dispatchEvent(new Event('pageshow'))
  },
  async settled() {
    await document.fonts.ready
    // After a frame, in which the page starts its animations.
    await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  },
}

// The tests read it in the console. A command that meets a page while another replaces it may get no answer.
const { dataset } = document.documentElement
new MutationObserver(() => console.info(`boot: ${dataset.boot}`)).observe(document.documentElement, {
  attributeFilter: ['data-boot'],
})
