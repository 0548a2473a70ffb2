import * as v from 'valibot'
import { RulesAnswer, SpinsAnswer } from '../../src/contract/rules.ts'
import { axeFindsNothingHere } from '../fixtures/axe.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The panel beside a game: rules, last spins and the visit's money. Also the key bindings. */

test("the info panel shows the return to player, the last spins and the session's net result @matrix-only", async ({
  page,
  account,
  gamePage,
  isMobile,
  openGame,
}) => {
  const start = await account.balance()
  await openGame('Nar')
  const machineId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const open = page.locator('[data-key=side]')
  const tab = (name: string) => page.getByRole('tab', { name: text('tr', `info-panel.tab.${name}`) })

  await test.step('the stated return equals the platform’s, every symbol has its picture', async () => {
    const { body } = await account.get(`/api/machine/${machineId}/rules`)
    const rules = v.parse(RulesAnswer, body)
    await open.click()
    await expect(page.getByTestId('rtp')).toHaveAttribute('value', String(rules.rtp))
    await expect(page.getByTestId('rtp')).toHaveText('%95,91')
    const pictures = page.getByRole('tabpanel').locator('img')
    await expect(pictures).toHaveCount(rules.symbols.filter(({ pays }) => pays.length > 0).length)
    await expect
      .poll(() => pictures.first().evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0)
    await axeFindsNothingHere(page, 'rules')
  })

  await test.step('it closes on Escape and restores the focus; on a phone also on an outside tap', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tablist')).toHaveCount(0)
    await expect(open).toBeFocused()
    if (!isMobile) return
    await open.click()
    await page.getByTestId('info-backdrop').click({ position: { x: 5, y: 5 } })
    await expect(page.getByRole('tablist')).toHaveCount(0)
  })

  await gamePage.load('50')
  await expect.poll(() => gamePage.cents('credit')).toBe(5000)
  for (let turn = 0; turn < 2; turn++) await playOnce(gamePage)

  await test.step('the last spins equal the platform’s rows, without duplicates', async () => {
    await open.click()
    await tab('spins').click()
    const { body } = await account.get(`/api/player/spins?machineId=${machineId}`)
    const told = v.parse(SpinsAnswer, body).rows.map(({ id }) => id)
    expect(told.length).toBeGreaterThanOrEqual(2)
    await expect
      .poll(() =>
        page.locator('[data-spin]').evaluateAll((all: HTMLElement[]) => all.map((one) => one.dataset.spin)),
      )
      .toEqual(told)
    await axeFindsNothingHere(page, 'last spins')
    await tab('settings').click()
    await axeFindsNothingHere(page, 'settings of a game')
  })

  await test.step('the net result equals wallet plus machine, to the cent', async () => {
    await tab('session').click()
    const credit = await gamePage.cents('credit')
    const net = (await account.balance()) + credit - start
    await expect(page.getByTestId('net')).toHaveAttribute('data-cents', String(net))
    await axeFindsNothingHere(page, 'session')
    await page.keyboard.press('Escape')
    await gamePage.cashOut()
    await expect.poll(() => account.balance()).toBe(start + net)
    await expect(page.getByTestId('receipt')).toBeVisible()
    await axeFindsNothingHere(page, 'receipt')
    await open.click()
    await expect(page.getByTestId('net')).toHaveAttribute('data-cents', String(net))
    await expect(page.getByTestId('visit-loaded')).toHaveText('₺50,00')
  })
})

test("the operator's key bindings play the game, and the help lists them", async ({
  page,
  context,
  gamePage,
  openGame,
}) => {
  await withSettings(context, { keys: { Digit1: 'spin', F9: 'stakeUp', Enter: 'help' } })
  await openGame('Nar')
  await gamePage.load('20')
  await expect.poll(() => gamePage.cents('credit')).toBe(2000)
  // The key handler loads together with the side bar.
  await page.locator('[data-key=side]').waitFor()
  await page.locator('h1').click()
  const stake = await gamePage.cents('stake')
  await page.keyboard.press('F9')
  await expect.poll(() => gamePage.cents('stake')).toBeGreaterThan(stake)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => gamePage.cents('stake')).toBe(stake)
  await page.keyboard.press('Digit1')
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'spinning')
  await expect(gamePage.spinButton).not.toHaveAttribute('data-state', 'spinning', { timeout: 20_000 })
  await page.keyboard.press('Enter')
  const keys = page.getByTestId('keys')
  await expect(keys.locator('[data-code=Digit1]')).toHaveText('1')
  await expect(keys.locator('[data-code=F9]')).toHaveText('F9')
  await axeFindsNothingHere(page, 'keys')
  await expect(keys.locator('[data-code=Enter]')).toHaveCount(1)
  // A player who speaks to the computer switches the letters off.
  await page.getByRole('switch', { name: text('tr', 'tools.keys.letters') }).click()
  await expect(keys.locator('[data-code=Digit1]')).toHaveCount(0)
  await expect(keys.locator('[data-code=F9]')).toHaveCount(1)
})
