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
  /** Opens a free machine's game without waiting. */
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
  openMachine: async ({ account, openSignedIn }, use) =>
    use(async () => {
      const free = await account.freeMachine()
      await openSignedIn(`/game/${free.id}/${encodeURIComponent(free.name)}`)
    }),
})

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
  foreign,
  gamePage,
  openMachine,
}) => {
  foreign.answerOffers({ status: 503, headers: { ...json, 'retry-after': '4' }, body: refusal(70000, '') })
  await openMachine()
  await expect(gamePage.pictureRetry).toContainText(/0:0[234]/)
  await expect(gamePage.pictureRetry).toContainText(text('tr', 'picture.wait'))
  foreign.answerOffers(undefined)
  // The countdown continues beyond connectTimeout.
  await expect(gamePage.pictureRetry).toContainText('0:01', { timeout: 8000 })
  expect(offers(foreign)).toBe(1)
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  expect(offers(foreign)).toBe(2)
})

/** What only a browser shows; whep.test.ts has every status, picture-problem.test.tsx the text of each. */
const ANSWERS: [string, OfferAnswer | 'silence', string][] = [
  ['silence', 'silence', 'picture.network'],
  ['a redirect to a page', { status: 302, headers: { location: '/elsewhere' } }, 'picture.refused'],
]

test('no answer and a redirect to a page show a reason', async ({ foreign, gamePage, openMachine }) => {
  for (const [name, answer, key] of ANSWERS) {
    await test.step(name, async () => {
      const before = offers(foreign)
      foreign.answerOffers(answer)
      if (answer === 'silence') await openMachine()
      else await gamePage.tryAgain.click()
      await expect.poll(() => offers(foreign)).toBeGreaterThan(before)
      await expect(gamePage.pictureProblem).toContainText(text('tr', key))
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
    await expect(gamePage.pictureProblem).toContainText(text('tr', `picture.${key}`))
    changed.stop()
    await gamePage.tryAgain.click()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  })
}
