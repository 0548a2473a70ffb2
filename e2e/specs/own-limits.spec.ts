import type { Page } from '@playwright/test'
import { agree } from '../fixtures/balance-checks.ts'
import { expect, apartTest as test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { typeInto } from '../fixtures/type-into.ts'
import { Kiosk } from '../pages/kiosk.ts'

/* The limits that players set for themselves. Of the demo's amounts, cents. */

const LOADED = 20_000

/** The section of the profile, and the row of a limit. */
function limitsOf(page: Page) {
  const section = page.getByTestId('limits')
  const row = section.locator('[data-limit="loss-day"]')
  const button = (key: string) => row.getByRole('button', { name: text('tr', key) })
  return { section, row, button }
}

test('a loss limit that the player sets stops the spin that would exceed it @matrix', async ({
  page,
  account,
  gamePage,
  openSignedIn,
  openGame,
  guard: _,
}, { project }) => {
  const isKiosk = project.name === 'kiosk'
  await openSignedIn(isKiosk ? '/profile?kiosk' : '/profile')
  const { section, row, button } = limitsOf(page)
  const setTo = async (amount: string) => {
    await button('limits.set').or(button('limits.change')).click()
    const field = row.getByRole('textbox')
    if (isKiosk) {
      await field.tap()
      for (const digit of amount) await new Kiosk(page).key(digit)
    } else await typeInto(field, amount)
  }
  await setTo('1')
  await button('limits.save').click()
  await expect(row.getByRole('textbox')).toBeHidden()
  await expect(row).toContainText('₺1,00')

  // A higher limit waits for a day, and can be withdrawn until then.
  await setTo('500')
  await expect(row).toContainText(text('tr', 'limits.later'))
  await button('limits.save').click()
  await expect(row.getByRole('status')).toContainText('₺500,00')
  await button('limits.withdraw').click()
  await expect(row.getByRole('status')).toBeHidden()
  await expect(section).toContainText('UTC')

  await openGame()
  await gamePage.load(String(LOADED / 100))
  // More than the limit, also where earlier spins of the day have won.
  await page.getByRole('button', { name: text('tr', 'game.stakeMax'), exact: true }).click()
  await expect.poll(() => gamePage.cents('stake')).toBe(10_000)
  await gamePage.spinButton.click()
  await expect(
    page.getByText(/günlük kayıp sınırını \(₺1,00\) aşar; kalan: ₺[\d.,]+\. .* 03:00/).first(),
  ).toBeVisible()
  await gamePage.cashOut()
  await expect(gamePage.credit).toHaveText(/0,00/)
  const { balance } = await agree(gamePage, account)
  expect(balance).toBe(await account.balance())
})
