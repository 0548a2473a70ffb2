import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { type Faults, openFaults } from '../fixtures/fault-proxy.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import type { LoginPage } from '../pages/login-page.ts'

/*
 * The way in, and everything that can happen to its calls and its connection. After each the player is in, with
 * the balance that the platform has, or knows why not and gets in at the next try.
 */

const test = base.extend<{ faults: Faults }>({
  faults: async ({ page, guard }, use) => {
    guard.allow(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|WebSocket connection to .* failed/)
    await page.clock.install()
    await use(await openFaults(page))
  },
})

/** The login did not work and says so; nobody is signed in, and nothing is left behind. */
async function isStillOut({ page, notice, submit }: LoginPage): Promise<void> {
  await expect(notice).toHaveText(text('tr', 'failure.network'))
  await expect(submit).toBeEnabled()
  await expect(page).toHaveURL(/\/login$/)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('token')
}

test.beforeEach(async ({ page, faults: _ }) => {
  await page.goto('/login')
})

for (const way of ['call', 'reply'] as const) {
  const what = way === 'call' ? 'request breaks off on its way' : 'answer breaks off on its way'
  test(`login: the ${what}`, async ({ player, account, loginPage, lobbyPage, faults }) => {
    const caught = faults.catch(way, '/login')
    await loginPage.logIn(player)
    await (await caught).breakOff()
    await isStillOut(loginPage)
    await loginPage.submit.click()
    await agreeInLobby(lobbyPage, account)
  })
}

test('login: the answer comes after ten seconds, too late', async ({
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  const caught = faults.catch('reply', '/login')
  await loginPage.logIn(player)
  const late = await caught
  await expect(loginPage.notice).not.toBeEmpty({ timeout: 15_000 })
  await late.pass()
  await isStillOut(loginPage)
  await loginPage.submit.click()
  await agreeInLobby(lobbyPage, account)
})

test('login: the request is doubled', async ({ player, account, loginPage, lobbyPage, faults }) => {
  const caught = faults.catch('call', '/login')
  await loginPage.logIn(player)
  await (await caught).pass(2)
  await agreeInLobby(lobbyPage, account)
})

test('login: the platform is killed before it, and started again', async ({
  platform,
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  const caught = faults.catch('call', '/login')
  await loginPage.logIn(player)
  const call = await caught
  await platform.kill()
  await call.pass()
  await isStillOut(loginPage)
  await platform.startAgain()
  await loginPage.submit.click()
  await agreeInLobby(lobbyPage, account)
})

/** Money comes into the wallet from elsewhere: what the page must come to know. */
let gifts = 0
const gift = `/api/player/bonus?requestId=gift-${process.pid}-`

test('login: the connection is cut at its first word', async ({
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  const caught = faults.catch('request', 'hello')
  await loginPage.logIn(player)
  await caught
  const again = faults.see('ack', 'hello')
  await faults.cut()
  await again
  await agreeInLobby(lobbyPage, account)
  // The new connection carries what it should.
  expect(await account.get(`${gift}${gifts++}`)).toMatchObject({ status: 200 })
  await agreeInLobby(lobbyPage, account)
})

test('login: the connection comes back and its first answer is dropped', async ({
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  const first = faults.see('ack', 'hello')
  await loginPage.logIn(player)
  await first
  await agreeInLobby(lobbyPage, account)
  // What was told meanwhile is lost; the new connection must ask.
  faults.silence()
  expect(await account.get(`${gift}${gifts++}`)).toMatchObject({ status: 200 })
  const answer = faults.catch('ack', 'hello')
  await faults.cut()
  await answer
  await faults.tenSeconds()
  await agreeInLobby(lobbyPage, account)
})

test('login: the balance that was asked for comes after a newer one', async ({
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  // Without the channel's answer, which holds the balance, the page asks for it.
  const lost = faults.catch('ack', 'hello')
  const first = faults.catch('reply', '/player/balance')
  await loginPage.logIn(player)
  await lost
  const hello = faults.see('ack', 'hello')
  await faults.cut()
  const late = await first
  await hello
  const told = faults.see('push', 'balance')
  expect(await account.get(`${gift}${gifts++}`)).toMatchObject({ status: 200 })
  await told
  await agreeInLobby(lobbyPage, account)
  await late.pass()
  await agreeInLobby(lobbyPage, account)
})

test('resuming a session: a failed call shows an error, Retry continues, a doubled call counts once', async ({
  page,
  player,
  account,
  loginPage,
  lobbyPage,
  faults,
}) => {
  await loginPage.logIn(player)
  await agreeInLobby(lobbyPage, account)
  const retry = page.getByRole('button', { name: text('tr', 'app.retry') })
  const call = faults.catch('call', '/validate')
  await page.reload()
  await (await call).breakOff()
  const reply = faults.catch('reply', '/validate')
  await retry.click()
  await (await reply).breakOff()
  const doubled = faults.catch('call', '/validate')
  await retry.click()
  await (await doubled).pass(2)
  await agreeInLobby(lobbyPage, account)
})
