import type { Page } from '@playwright/test'
import { openFaults } from '../fixtures/fault-proxy.ts'
import { type ForeignWhep, type OfferAnswer, openForeignWhep } from '../fixtures/foreign-whep.ts'
import { overrideInit } from '../fixtures/override-init.ts'
import { withSettings } from '../fixtures/settings.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/** Seconds until a reason is shown: the smallest value that the setting allows. */
const CONNECT_TIMEOUT = 3
const json = { 'content-type': 'application/json' }
const refusal = (code: number, ErrorMessage: string) => JSON.stringify({ code, ErrorMessage })

interface Fixtures {
  foreign: ForeignWhep
  /** Opens a free machine's game without waiting. The page's clock is installed. */
  openMachine(): Promise<void>
}

const test = base.extend<Fixtures>({
  // The CSP header derives from the platform's Settings.json; csp.test.ts checks that it allows this origin.
  bypassCSP: true,
  foreign: async ({ platform, context, guard }, use) => {
    // The browser's own messages about the answers of these tests.
    guard.allow(/status of (4|5)\d\d|ERR_TOO_MANY_REDIRECTS/)
    const foreign = await openForeignWhep(platform.address)
    const videoUrl = `${foreign.origin}/live/{id}/whep`
    await withSettings(context, { videoUrl, connectTimeout: CONNECT_TIMEOUT })
    await use(foreign)
    await foreign.close()
  },
  openMachine: async ({ page, account, openSignedIn }, use) =>
    use(async () => {
      await page.clock.install()
      const free = await account.freeMachine()
      await openSignedIn(`/game/${free.id}/${encodeURIComponent(free.name)}`)
    }),
})

/** Lets the time pass after which a reason is shown. */
const waitInVain = (page: Page) => page.clock.fastForward(CONNECT_TIMEOUT * 1000)

const offers = (foreign: ForeignWhep) => foreign.asked.filter((one) => one.startsWith('POST')).length

test('a final refusal shows the text of its code at once, and "Try again" plays', async ({
  foreign,
  gamePage,
  openMachine,
}) => {
  foreign.answerOffers({ status: 409, headers: json, body: refusal(70000, 'Pipeline failed') })
  await openMachine()
  await expect(gamePage.pictureProblem).toContainText(text('tr', 'code.70000'))
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'off')
  expect(offers(foreign)).toBe(1)
  foreign.answerOffers(undefined)
  await gamePage.tryAgain.click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  await expect(gamePage.pictureProblem).toHaveCount(0)
  expect(offers(foreign)).toBe(2)
})

test('503 with Retry-After: a countdown, and one attempt at its end, which plays', async ({
  page,
  foreign,
  gamePage,
  openMachine,
}) => {
  foreign.answerOffers({ status: 503, headers: { ...json, 'retry-after': '60' }, body: refusal(70000, '') })
  await openMachine()
  await expect(gamePage.pictureRetry).toContainText(/1:00|0:5\d/)
  await expect(gamePage.pictureRetry).toContainText(text('tr', 'picture.wait'))
  foreign.answerOffers(undefined)
  // The countdown continues beyond connectTimeout.
  await page.clock.fastForward(50_000)
  await expect(gamePage.pictureRetry).toContainText(/0:(10|0\d)/)
  expect(offers(foreign)).toBe(1)
  await page.clock.fastForward(10_000)
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  expect(offers(foreign)).toBe(2)
})

/** One answer of each kind; whep.test.ts has every status. */
const ANSWERS: [string, OfferAnswer | 'silence', string][] = [
  ['silence', 'silence', 'picture.network'],
  ['503 without Retry-After', { status: 503, body: 'busy' }, 'picture.server'],
  ['a code of its own', { status: 500, headers: json, body: refusal(4711, 'No encoder is free') }, ''],
  ['garbage', { status: 201, headers: { location: 'x' }, body: '<html>' }, 'picture.invalid'],
  ['a redirect to a page', { status: 302, headers: { location: '/elsewhere' } }, 'picture.refused'],
]

test('each other kind of answer of a video server shows a reason', async ({
  page,
  foreign,
  gamePage,
  openMachine,
}) => {
  for (const [name, answer, key] of ANSWERS) {
    await test.step(name, async () => {
      const before = offers(foreign)
      foreign.answerOffers(answer)
      if (answer === 'silence') await openMachine()
      else await gamePage.tryAgain.click()
      await expect.poll(() => offers(foreign)).toBeGreaterThan(before)
      await waitInVain(page)
      await expect(gamePage.pictureProblem).toContainText(key ? text('tr', key) : 'No encoder is free')
    })
  }
})

test('init without an answer: the reason, and "Try again" joins', async ({
  page,
  context,
  guard,
  gamePage,
  openMachine,
}) => {
  // A seat without an answer may expire while the second offer is answered. The app offers again after the
  // join.
  guard.allow(/status of 403/)
  await withSettings(context, { connectTimeout: CONNECT_TIMEOUT })
  const faults = await openFaults(page)
  const held = faults.catch('ack', 'init')
  await openMachine()
  await held
  await waitInVain(page)
  await expect(gamePage.pictureProblem).toContainText(text('tr', 'picture.machineServer'))
  await gamePage.tryAgain.click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
})

for (const [video, key] of [
  [null, 'noPicture'],
  [{ type: 'screen', url: 'https://' }, 'badAddress'],
] as const) {
  test(`video: ${JSON.stringify(video)}: the reason, and "Try again" requests the address`, async ({
    page,
    context,
    gamePage,
    openMachine,
  }) => {
    await withSettings(context, { connectTimeout: CONNECT_TIMEOUT })
    const changed = await overrideInit(page, { video })
    await openMachine()
    // The time counts from the join.
    await expect(async () => {
      await waitInVain(page)
      await expect(gamePage.pictureProblem).toContainText(text('tr', `picture.${key}`), { timeout: 500 })
    }).toPass()
    changed.stop()
    await gamePage.tryAgain.click()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  })
}
