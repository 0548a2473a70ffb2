import { readBooks } from '../fixtures/ledger-checks.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'

/* A player's whole visit, and the books afterwards. */

test('log in, see the floor live, join, load, spin until a win, cash out, log out: all figures agree to the cent @firefox', async ({
  page,
  platform,
  player,
  account,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  test.setTimeout(240_000)
  const start = await account.balance()

  await test.step('log in and see the balance', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await loginPage.logIn(player)
    await expect(lobbyPage.brands).not.toHaveCount(0)
    await expect.poll(() => lobbyPage.cents()).toBe(start)
  })

  await test.step('brands carry the counts and jackpots of the platform', async () => {
    for (const { name, machineCount } of await account.brands()) {
      await expect(lobbyPage.brand(name).first()).toContainText(String(machineCount))
    }
  })

  await test.step('machines change without a reload', async () => {
    await lobbyPage.openBrand('Kervan')
    const statuses = () =>
      lobbyPage.machines.evaluateAll((all) => all.map((one) => one.dataset.status).join())
    const before = await statuses()
    await expect.poll(statuses, { timeout: 120_000 }).not.toBe(before)
  })

  const name = await test.step('join, and see frames decoded', async () => {
    const machine = await lobbyPage.freeMachine.locator('strong').innerText()
    await lobbyPage.join(machine)
    await expect(page.getByRole('heading', { name: machine })).toBeVisible()
    // Two seconds of a moving picture. quality.spec.ts checks the video itself.
    await gamePage.frames(30)
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
    return machine
  })

  await test.step('load 500.00', async () => {
    await gamePage.load('500')
    await expect.poll(() => gamePage.cents('credit')).toBe(50_000)
    await expect.poll(() => gamePage.cents('balance')).toBe(start - 50_000)
    expect(await account.balance()).toBe(start - 50_000)
    await expect.poll(async () => (await gamePage.shown())?.credit, 'the picture').toBe(50_000)
  })

  await test.step('spin until a win', async () => {
    let won = 0
    for (let spins = 0; won === 0 && spins < 60; spins++) {
      const before = (await gamePage.shown())?.spin
      await playOnce(gamePage)
      const isShown = async () => {
        const { spin, standing, credit } = (await gamePage.shown()) ?? {}
        return spin !== before && standing && credit === (await gamePage.cents('credit'))
      }
      await expect.poll(isShown, 'another spin in the picture').toBe(true)
      won = await gamePage.cents('win')
    }
    expect(won).toBeGreaterThan(0)
  })

  const credit = await gamePage.cents('credit')
  await test.step('cash out and leave', async () => {
    await gamePage.cashOut()
    await expect.poll(() => gamePage.cents('credit')).toBe(0)
    await expect.poll(() => gamePage.cents('balance')).toBe(start - 50_000 + credit)
    await gamePage.leave()
    await expect(page).toHaveURL(/\/lobby/)
    await expect.poll(() => lobbyPage.cents()).toBe(start - 50_000 + credit)
  })

  await test.step('a reload keeps the session, a logout ends it', async () => {
    await page.reload()
    await expect.poll(() => lobbyPage.cents()).toBe(start - 50_000 + credit)
    await page.goto('/logout')
    await loginPage.isEmpty()
    await page.reload()
    await loginPage.isEmpty()
  })

  await test.step('the transactions and the session show the same amounts', async () => {
    const end = start - 50_000 + credit
    expect(await account.balance()).toBe(end)
    const [out, into] = await account.transactions()
    expect(out).toMatchObject({ action: 4, amount: credit, balance: end, machine: name })
    expect(into).toMatchObject({ action: 3, amount: -50_000, balance: start - 50_000, machine: name })
    await expect
      .poll(async () => (await account.sessions())[0])
      .toMatchObject({ machine: name, cashIn: 50_000, cashOut: credit, end: expect.any(String) })
  })

  await test.step('the ledger shows the same amounts after the platform has stopped', async () => {
    const end = start - 50_000 + credit
    await page.goto('about:blank')
    const { code, ms } = await platform.stop()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(2000)
    const books = await readBooks(platform.dataDir, player.username)
    expect(books.total).toBe(0)
    expect(books.unsettledSpins).toBe(0)
    for (const [account, { balance, entries }] of books.accounts) {
      expect({ account, balance }).toEqual({ account, balance: entries })
    }
    expect(books.wallet.slice(0, 2)).toEqual([
      { kind: 'cash-out', amount: credit, balanceAfter: end },
      { kind: 'cash-in', amount: -50_000, balanceAfter: start - 50_000 },
    ])
    await platform.startAgain()
  })
})
