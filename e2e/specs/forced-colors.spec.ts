import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/* Forced colours, as in Windows' contrast themes: backgrounds and shadows are gone. */

const edge = (of: Locator) =>
  of.evaluate((element) => Number.parseFloat(getComputedStyle(element).borderBlockStartWidth))
const focusLine = (of: Locator) =>
  of.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  })

test('in forced colours controls have an edge, the chosen one a thick one, and the focus its line', async ({
  page,
  player,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/login')
  await loginPage.username.focus()
  await expect.poll(() => focusLine(loginPage.username)).toBeGreaterThanOrEqual(2)
  const [chosen, other] = [page.locator('button[lang=tr]'), page.locator('button[lang=en]')]
  expect(await edge(chosen)).toBeGreaterThan(await edge(other))
  await loginPage.logIn(player)
  await lobbyPage.openBrand('Kervan')
  await lobbyPage.freeMachine.first().getByRole('link').click()
  for (const control of [gamePage.spinButton, gamePage.loadButton, gamePage.cashOutButton, gamePage.stakeUp])
    await expect.poll(() => edge(control)).toBeGreaterThanOrEqual(1)
  await gamePage.load('100')
  await page.getByTestId('autoplay').click()
  const chips = page.locator('dialog[open]').getByRole('radio')
  const widths = await chips.evaluateAll((all) =>
    all.map((chip) => ({
      isChosen: chip instanceof HTMLInputElement && chip.checked,
      edge: Number.parseFloat(getComputedStyle(chip.nextElementSibling ?? chip).borderBlockStartWidth),
    })),
  )
  const edges = (isChosen: boolean) =>
    widths.filter((one) => one.isChosen === isChosen).map((one) => one.edge)
  expect(Math.min(...edges(true))).toBeGreaterThan(Math.max(...edges(false)))
})

test('in forced colours a border that only gives room or a shape shows no line', async ({
  page,
  player,
  loginPage,
  lobbyPage,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  const edgesOfWinLine = () =>
    page.locator('.login-stage .mark').evaluate((mark) => {
      const { borderBlockStartWidth, borderInlineStartWidth } = getComputedStyle(mark, '::before')
      return [borderBlockStartWidth, borderInlineStartWidth]
    })
  await expect.poll(edgesOfWinLine).toEqual(['0px', '0px'])
  await loginPage.logIn(player)
  await lobbyPage.brands.first().waitFor()
  const room = await page.locator(':has(> .toolbar)').evaluate((frame) => {
    const { borderInlineStartWidth, borderInlineStartColor } = getComputedStyle(frame)
    return { width: borderInlineStartWidth, color: borderInlineStartColor }
  })
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'Canvas'
    return getComputedStyle(probe).color
  })
  expect(room).toEqual({ width: '280px', color: canvas })
})
