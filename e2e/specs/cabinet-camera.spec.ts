import { openDatabase } from '../../platform/store/db.ts'
import { signIn } from '../fixtures/api-client.ts'
import { readCabinet } from '../fixtures/cabinet-picture.ts'
import {
  HALL_CABINET,
  type Hall,
  h264Problem,
  hallProblem,
  startHall,
} from '../fixtures/cabinet-with-camera.ts'
import { readBooks } from '../fixtures/ledger-checks.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { resolvePathsAgainst } from '../fixtures/resolve-paths.ts'
import { playerOf } from '../fixtures/session.ts'
import { skipFor } from '../fixtures/skip-for.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/*
 * A cabinet behind the controller of docs/examples. Its camera is ffmpeg, whose H.264 comes through Janus.
 * What the cabinet shows is read from the pixels of the picture.
 */

const test = base.extend<{ hall: Hall }>({
  hall: async ({ page }, use, testInfo) => {
    skipFor(hallProblem() ?? (await h264Problem(page)), testInfo)
    const hall = await startHall({ GAME_MS: '1000', CAMERA_SIZE: '640x360' })
    await use(hall)
    await hall.stop()
  },
})

test('a cabinet is played by its camera: picture, app and ledger agree to the cent @desktop-only', async ({
  page,
  guard,
  loginPage,
  lobbyPage,
  gamePage,
  hall: { platform, controller },
}) => {
  test.setTimeout(240_000)
  // Janus answers with 406 and an offer.
  guard.allow(/status of (404|406|422|503)/)
  const player = playerOf(platform)
  resolvePathsAgainst(page, platform.address)
  const account = await signIn(platform, player)
  const start = await account.balance()
  const picture = () => readCabinet(gamePage.video)
  const status = page.getByTestId('cabinet-status')
  const app = async () => ({
    credit: await gamePage.cents('credit'),
    // The meter is empty without a win.
    win: (await gamePage.cents('win')) || 0,
    stake: await gamePage.cents('stake'),
  })
  /** Picture and app come to show what the cabinet's own meters show. Returns these. */
  async function agree() {
    const { credit, win, stake } = controller.cabinet()
    await expect.poll(app, 'the app').toEqual({ credit, win, stake })
    await expect.poll(picture, 'the picture').toEqual({ credit, win, stake })
    return { credit, win }
  }

  await test.step('log in, sit at the cabinet and see its camera', async () => {
    await page.goto('/login')
    await loginPage.logIn(player)
    await lobbyPage.openBrand(HALL_CABINET.brand)
    await lobbyPage.join(HALL_CABINET.name)
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
    await gamePage.frames(15)
    await expect.poll(picture).toEqual({ credit: 0, win: 0, stake: 100 })
  })

  await test.step('load 200.00', async () => {
    await gamePage.load('200')
    await expect.poll(picture).toEqual({ credit: 20_000, win: 0, stake: 100 })
    expect((await agree()).credit).toBe(20_000)
    expect(await account.balance()).toBe(start - 20_000)
  })

  const wins = await test.step('ten games', async () => {
    const won: number[] = []
    for (let game = 1; game <= 10; game += 1) {
      await playOnce(gamePage)
      await expect.poll(() => controller.cabinet().games).toBe(game)
      won.push((await agree()).win)
    }
    return won
  })

  await test.step('a hand pay, which the attendant puts on the machine', async () => {
    const before = (await agree()).credit
    await controller.type('handpay 3000')
    await expect(status).toContainText(text('tr', 'cabinet.handPay', { amount: '₺30,00' }))
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'refused')
    await controller.type('handpay-done machine')
    await expect.poll(() => controller.cabinet().credit).toBe(before + 3000)
    await agree()
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  })

  await test.step('an open door stops the machine until it is closed', async () => {
    await controller.type('door')
    await expect(status).toContainText('The door is open')
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'refused')
    await controller.type('ok')
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  })

  const { credit } = await agree()
  const won = wins.reduce((sum, win) => sum + win, 0)
  expect(credit).toBe(20_000 - 10 * 100 + won + 3000)
  await test.step('cash out', async () => {
    await gamePage.cashOut()
    await expect.poll(() => gamePage.cents('balance')).toBe(start - 20_000 + credit)
    await expect.poll(async () => (await picture())?.credit).toBe(0)
    expect(await account.balance()).toBe(start - 20_000 + credit)
    await gamePage.leave()
    await expect(page).toHaveURL(/\/lobby/)
  })

  await test.step('the ledger has the same games and amounts', async () => {
    await page.goto('about:blank')
    await controller.kill()
    await platform.stop()
    const books = await readBooks(platform.dataDir, player.username)
    expect(books.total).toBe(0)
    expect(books.wallet.slice(0, 2).map(({ amount }) => amount)).toEqual([credit, -20_000])
    for (const account of ['machine', 'transit', 'suspense'])
      expect(books.accounts.get(`${account}:${HALL_CABINET.id}`)?.balance ?? 0, account).toBe(0)
    const { db, close } = await openDatabase({ dataDir: platform.dataDir })
    const games = await db.selectFrom('cabinet_games').select(['stake', 'win']).orderBy('number').execute()
    await close()
    expect(games).toEqual(wins.map((win) => ({ stake: 100, win })))
  })
})
