import { openWithToken } from '../fixtures/open-with-token.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

test('the code of the account pages is fetched on demand', async ({ page, account, lobbyPage }) => {
  const fetched = new Set<string>()
  page.on('request', (request) => fetched.add(/\/assets\/(\w+)-.*\.js$/.exec(request.url())?.[1] ?? ''))
  await openWithToken(page, '/', account.token)
  await expect(page).toHaveURL('/lobby')
  await expect(lobbyPage.brands).not.toHaveCount(0)
  expect([...fetched]).not.toContain('account')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: text('tr', 'account.profile'), exact: true })).toBeVisible()
  expect([...fetched]).toContain('account')
})
