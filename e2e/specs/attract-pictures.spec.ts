import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openSocket, signIn, standUp } from '../fixtures/api-client.ts'
import { watch } from '../fixtures/console-guard.ts'
import { type Platform, START_TIMEOUT_MS, startPlatform } from '../fixtures/platform.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Kiosk } from '../pages/kiosk.ts'

/* Attract mode of a kiosk, on a floor of one machine: its live picture, and a player who sits down at it. */

const SETTINGS = { kioskAttract: 5, kioskAttractPictures: true, kioskQuietHours: '' }
const FLOOR = { machines: [{ id: 7, name: 'Kervan', brand: 'kervan' }] }
const KIOSK = { viewport: { width: 1080, height: 1920 }, hasTouch: true, locale: 'tr-TR' }
const STILL = '/api/attract/7/still'

const folder = mkdtempSync(join(tmpdir(), 'reelcast-attract-'))
let platform: Platform
test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS)
  const [settings, floor] = [join(folder, 'Settings.json'), join(folder, 'floor.json')]
  writeFileSync(settings, JSON.stringify(SETTINGS))
  writeFileSync(floor, JSON.stringify(FLOOR))
  platform = await startPlatform({ SETTINGS_FILE: settings, FLOOR_FILE: floor })
})
test.afterAll(async () => {
  await platform.stop()
  platform.remove()
  rmSync(folder, { recursive: true })
})

/** This kiosk has seen one brand. Runs in the page. */
function storeBrand(): void {
  // A frame with an opaque origin has no storage.
  if (origin === 'null') return
  const brands = [{ art: 'kervan', name: 'Kervan', jackpot: 1_841_352 }]
  localStorage.setItem('reelcast.kiosk-jackpots', JSON.stringify({ at: Date.now(), brands }))
}

/** The colours of the newest live picture on the screen, RGBA. */
const shownPixels = (page: Page): Promise<number[]> =>
  page
    .getByTestId('attract-live')
    .last()
    .evaluate((image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      return [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])]
    })

/** The largest difference between the picture on the screen and the machine's still in the lobby. */
async function differenceFromLobby(page: Page, token: string): Promise<number> {
  const still = await fetch(`${platform.address}/api/machine/7/still`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lobby = await sharp(await still.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer()
  const shown = await shownPixels(page)
  if (shown.length !== lobby.length) return Number.POSITIVE_INFINITY
  return shown.reduce((most, value, at) => Math.max(most, Math.abs(value - (lobby[at] ?? 0))), 0)
}
/** Two decoders round differently. */
const MAX_DIFFERENCE = 8

test('shows the reels of a free machine live; those of a player never', async ({ browser }) => {
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const { token } = await signIn(platform, player)
  // The first still waits for the brand's art.
  await expect.poll(async () => (await fetch(platform.address + STILL)).status).toBe(200)
  const context = await browser.newContext({ ...KIOSK, baseURL: platform.address, serviceWorkers: 'block' })
  const guard = watch(context)
  await context.addInitScript(storeBrand)
  const page = await context.newPage()
  const kiosk = new Kiosk(page)
  await kiosk.open()
  const live = kiosk.attract.getByTestId('attract-live')
  await expect(live.first()).toBeVisible()
  await expect(kiosk.attract).toContainText(text('tr', 'attract.live'))
  await expect(kiosk.attract).toContainText(text('tr', 'attract.jackpot'))
  await expect.poll(() => differenceFromLobby(page, token)).toBeLessThan(MAX_DIFFERENCE)
  const before = await shownPixels(page)

  const line = await openSocket(platform, token)
  expect(await line.request('init', { machineID: '7', token })).toMatchObject({ ok: true })
  await expect(live).toHaveCount(0)
  await expect(kiosk.attract.locator('img').first()).toBeVisible()
  expect((await fetch(platform.address + STILL)).status).toBe(204)
  await line.request('load', { requestId: randomUUID(), amount: 1_000 })
  await line.request('spin', { requestId: randomUUID(), stake: 100 })
  line.close()
  await standUp(platform, player)

  // The reels rest as the player left them. The kiosk fetches the list of free machines every 30 s.
  await expect(live.first()).toBeVisible({ timeout: 40_000 })
  await expect.poll(() => differenceFromLobby(page, token)).toBeLessThan(MAX_DIFFERENCE)
  expect(await shownPixels(page)).not.toEqual(before)

  await page.touchscreen.tap(500, 900)
  await expect(kiosk.attract).toBeHidden()
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await page.touchscreen.tap(500, 900)
  await expect(live).toHaveCount(0)
  expect(requests.filter((url) => url.includes('/attract'))).toEqual([])
  expect(guard.complaints()).toEqual([])
  await context.close()
})
