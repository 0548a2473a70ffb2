/**
 * Runs in the page: stores the time at which each mark first holds, in ms since the navigation, and the time
 * of the last click. Every compared build runs the same probe.
 */
export function probe() {
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
  // The network emulation slows media over UDP but not over TCP, so every build receives its picture over
  // UDP.
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
