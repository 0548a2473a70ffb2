import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { type Browser, expect, type Page } from '@playwright/test'
import { awaitCredit } from '../e2e/fixtures/cabinet-picture.ts'
import { HALL_CABINET, h264Problem, hallProblem, startHall } from '../e2e/fixtures/cabinet-with-camera.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import { GamePage } from '../e2e/pages/game-page.ts'
import { newPage } from './browser.ts'
import { signInPlayer } from './machine-setup.ts'
import { quantile, type Table } from './table.ts'

/*
 * What a player at a cabinet waits for: from a press to the first frame of the camera's picture that shows
 * what the press has done. The cabinet draws its clock into each frame, which tells how old the frame is.
 */

const CAMERA_SIZE = '1280x720'
const CAMERA = new URL('../docs/examples/controller/camera.mjs', import.meta.url).href
const MARKER_BIT = 0x80
/** Frames of the start, while ffmpeg opens its input. */
const FIRST_FRAMES = 25
const LOAD_CENTS = 10_000
const STAKE_CENTS = 100

interface CameraModule {
  startCamera(options: {
    url: string
    size: string
    picture: () => object
    log: (text: string) => void
  }): () => void
}

/** Measures how long a camera needs from the start of drawing a frame to its last packet, ms. */
async function measureCamera(frames: number): Promise<number[]> {
  const { startCamera }: CameraModule = await import(CAMERA)
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const drawnAt: number[] = []
  const delays: number[] = []
  const stop = startCamera({
    url: `rtp://127.0.0.1:${socket.address().port}`,
    size: CAMERA_SIZE,
    picture: () => {
      drawnAt.push(performance.now())
      return { credit: LOAD_CENTS, win: 0, stake: STAKE_CENTS, reels: [1, 2, 3], isTurning: true }
    },
    log: () => {},
  })
  while (delays.length < FIRST_FRAMES + frames) {
    const [packet]: Buffer[] = await once(socket, 'message')
    // The last packet of a frame has the marker. Frames come in the order in which they are drawn.
    if (((packet?.[1] ?? 0) & MARKER_BIT) === 0) continue
    delays.push(performance.now() - (drawnAt.shift() ?? Number.NaN))
  }
  stop()
  socket.close()
  return delays.slice(FIRST_FRAMES)
}

/** Runs in the page: keeps the time of the last press, in ms since 1970. */
function keepPresses() {
  const onPress = ({ timeStamp }: Event) =>
    Object.assign(window, { pressedAt: Date.now() - performance.now() + timeStamp })
  document.addEventListener('pointerdown', onPress, { capture: true })
}
const pressedAt = (page: Page) => page.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)

/** Runs in the page: when the element shows these digits, in ms since 1970. */
function awaitDigits(element: Element, digits: string): Promise<number> {
  return new Promise((resolve) => {
    const frame = () => {
      if (element.textContent?.replace(/\D/g, '') === digits) resolve(Date.now())
      else requestAnimationFrame(frame)
    }
    frame()
  })
}

/** Loads and plays at the cabinet in turns. All in ms. */
async function measurePlay(page: Page, gamePage: GamePage, readCredit: () => number, count: number) {
  const times = { confirmed: [], loaded: [], shown: [], drawn: [], age: [] } as Record<string, number[]>
  const add = (name: keyof typeof times, ms: number) => times[name]?.push(ms)
  for (let n = 0; n < count; n += 1) {
    const credit = readCredit() + LOAD_CENTS
    const inApp = gamePage.credit.evaluate(awaitDigits, String(credit))
    const inPicture = awaitCredit(gamePage.video, credit)
    await gamePage.askLoad(String(LOAD_CENTS / 100))
    add('confirmed', (await inApp) - (await pressedAt(page)))
    add('loaded', (await inPicture).shownAt - (await pressedAt(page)))
    await gamePage.dialog.waitFor({ state: 'hidden' })

    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready', { timeout: 20_000 })
    const pressed = awaitCredit(gamePage.video, credit - STAKE_CENTS)
    await gamePage.spinButton.click()
    const { shownAt, age } = await pressed
    const shown = shownAt - (await pressedAt(page))
    add('shown', shown)
    // It was drawn after the press. A digit of the clock that the encoder has blurred may be read wrongly.
    if (age !== undefined && age <= shown) {
      add('drawn', shown - age)
      add('age', age)
    }
    await expect.poll(() => gamePage.spinButton.getAttribute('data-state'), { timeout: 20_000 }).toBe('ready')
  }
  return times
}

/** `count`: presses of Load and of Spin. Throws where Janus, ffmpeg or H.264 is missing. */
export async function cabinetPictureBench(browser: Browser, count: number): Promise<Table> {
  const { page, context } = await newPage(browser, {
    locale: 'tr-TR',
    viewport: { width: 1366, height: 768 },
  })
  const problem = hallProblem() ?? (await h264Problem(page))
  if (problem) throw new Error(problem)
  const camera = await measureCamera(5 * count)
  const { platform, controller, stop } = await startHall({ GAME_MS: '1000', CAMERA_SIZE })
  try {
    const { token } = await signInPlayer(platform)
    await page.addInitScript(keepPresses)
    const { id, name } = HALL_CABINET
    await openWithToken(page, `${platform.address}/game/${id}/${encodeURIComponent(name)}`, token)
    const gamePage = new GamePage(page)
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
    await gamePage.frames(50)
    const times = await measurePlay(page, gamePage, () => controller.cabinet().credit, count)
    const load = loadavg()[0]?.toFixed(0)
    const row = (label: string, values: readonly number[] = []) => [
      label,
      ...[0.5, 0.95].map((share) => quantile(values, share).toFixed(0)),
    ]
    return {
      title: 'Press to picture at a cabinet',
      note: `In ms, with the controller of docs/examples/controller and its camera (H.264, ${CAMERA_SIZE}, 25 frames/s) through Janus, all on one computer with load average ${load}. ${count} presses each, read from the pixels that the browser shows. The cabinet's clock in a frame tells when it was drawn; ${times.age?.length} were readable. The camera alone: from drawing to the last packet.`,
      head: ['', 'median', '95th percentile'],
      rows: [
        row('press of Spin until the picture shows it', times.shown),
        row('of it: until the cabinet has taken the press and draws it', times.drawn),
        row('of it: the age of that frame (camera, Janus, browser)', times.age),
        row('the camera alone', camera),
        row('press of Load until the app shows that the cabinet has confirmed it', times.confirmed),
        row('press of Load until the picture shows it', times.loaded),
      ],
    }
  } finally {
    await context.close()
    await stop()
  }
}
