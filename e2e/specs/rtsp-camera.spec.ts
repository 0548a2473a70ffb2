import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { janusProblem, startJanus, type TestJanus } from '../../platform/testing/video/sfu/janus.ts'
import { CABINET, createCabinet, writeFloorFile } from '../fixtures/cabinet.ts'
import { h264Problem, VIDEO_SECRET } from '../fixtures/cabinet-with-camera.ts'
import { type Platform, startPlatform } from '../fixtures/platform.ts'
import { isRtspInstalled, RTSP_PACKAGES, type RtspCamera, startRtspCamera } from '../fixtures/rtsp-camera.ts'
import { playerOf } from '../fixtures/session.ts'
import { skipFor } from '../fixtures/skip-for.ts'
import { test as base, expect } from '../fixtures/test.ts'

/* Janus and its front play the camera of a cabinet, an RTSP server that asks for a password. */

const PASSWORD = 'the-password-of-the-camera'
const BACK = { timeout: 60_000 }

function problem(): string | undefined {
  const missing = isRtspInstalled() ? undefined : `no RTSP server: apt-get install ${RTSP_PACKAGES.join(' ')}`
  return janusProblem() ?? missing
}

interface Fixtures {
  camera: RtspCamera
  janus: TestJanus
  hall: Platform
}

const test = base.extend<Fixtures>({
  camera: async ({ page }, use, testInfo) => {
    skipFor(problem() ?? (await h264Problem(page)), testInfo)
    const camera = await startRtspCamera('eye', PASSWORD)
    await use(camera)
    await camera.stop()
  },
  janus: async ({ camera }, use, testInfo) => {
    const file = testInfo.outputPath('cameras.json')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify({ [CABINET.id]: { rtsp: camera.address } }))
    const janus = await startJanus(VIDEO_SECRET, { CAMERAS: file })
    await use(janus)
    await janus.stop()
  },
  hall: async ({ janus }, use) => {
    const floor = writeFloorFile({ url: `${janus.address}/whep/${CABINET.id}` })
    const platform = await startPlatform({ FLOOR_FILE: floor.path, VIDEO_SFU_SECRET: VIDEO_SECRET })
    const controller = createCabinet(platform)
    await controller.dial()
    await use(platform)
    controller.close()
    await platform.stop()
    platform.remove()
    floor.remove()
  },
})

/** Collects all that the page receives and prints. */
function listenTo(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => heard.push(message.text()))
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
  page.on('response', (response) => {
    heard.push(response.url(), JSON.stringify(response.headers()))
    // Some answers have no body, or end with their page.
    response.text().then(
      (text) => heard.push(text),
      () => {},
    )
  })
  return heard
}

test('an RTSP camera is seen, also after its restart, and its password is nowhere @desktop-only', async ({
  page,
  guard,
  loginPage,
  lobbyPage,
  gamePage,
  camera,
  janus,
  hall,
}) => {
  test.setTimeout(240_000)
  // Janus answers with 406 and an offer.
  guard.allow(/status of (404|406|422|503)/)
  const player = playerOf(hall)
  const heard = listenTo(page)

  await test.step('the player at the cabinet sees it', async () => {
    await page.goto(new URL('/login', hall.address).href)
    await loginPage.logIn(player)
    await lobbyPage.openBrand('Kervan')
    await lobbyPage.join(CABINET.name)
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', BACK)
    await gamePage.frames(15)
    expect(await gamePage.video.evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(360)
  })
  await test.step('while it is away, the picture is marked as lost', async () => {
    await camera.stop()
    await expect(gamePage.status).not.toHaveAttribute('data-video-status', 'live', BACK)
  })
  await test.step('it is back by itself', async () => {
    await camera.start()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', BACK)
    await gamePage.frames(15)
  })
  await test.step('neither the page nor a log has its password', async () => {
    expect(heard.join('\n')).toContain(`/whep/${CABINET.id}`)
    expect(janus.output()).toContain('trying to reconnect the RTSP stream')
    expect(heard.join('\n')).not.toContain(PASSWORD)
    expect(await page.content()).not.toContain(PASSWORD)
    expect(`${janus.output()}${hall.output()}`).not.toContain(PASSWORD)
  })
  await page.goto('about:blank')
})
