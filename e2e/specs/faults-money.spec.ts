import { type Money, soundBooks } from '../fixtures/balance-checks.ts'
import type { Message } from '../fixtures/fault-proxy.ts'
import { expect, type Seat, test } from '../fixtures/seated-player.ts'

/*
 * Every step that moves money, with every fault of its request and its answer. After each, screen, wallet and
 * picture agree to the cent. At the end the books hold every executed command once, and no other.
 */

interface Step {
  name: string
  /** The step's request on the socket. */
  event: 'init' | 'load' | 'spin' | 'cashout'
  /** The movement that the executed step books. */
  moves?: 'cash-in' | 'stake' | 'cash-out'
  act(seat: Seat): Promise<unknown>
  /** Expected amounts after the executed step. */
  after(before: Money): Partial<Money>
  /** Runs the step so that an answer or a push arrives after a later one. */
  outOfOrder(seat: Seat, act: () => Promise<unknown>): Promise<void>
}

interface Fault {
  name: string
  /** Whether the step is executed. */
  isDone: boolean
  /** The steps that the fault applies to; all by default. */
  steps?: Step['event'][]
  run(seat: Seat, step: Step): Promise<void>
}

const isGame =
  (phase: 'idle') =>
  ({ body, line }: Message) =>
    line === 'game' && typeof body === 'object' && body !== null && 'phase' in body && body.phase === phase
const onGame = ({ line }: Message) => line === 'game'

const STEPS: Step[] = [
  {
    name: 'join',
    event: 'init',
    act: ({ page }) => page.reload(),
    after: (before) => before,
    // Joins again during a spin: the push that the reels stopped arrives before the acknowledgement that they
    // spin.
    async outOfOrder({ faults, gamePage, count, getReady }) {
      await expect(async () => {
        await getReady()
        await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
        const asked = faults.see('ack', 'spin')
        await gamePage.spinButton.click()
        await asked
        count('stake')
        const stands = faults.see('push', 'game', isGame('idle'))
        const answer = faults.catch('ack', 'init')
        await faults.cut()
        const late = await answer
        const isInTime = JSON.stringify(late.body).includes('"phase":"spinning"')
        if (isInTime) await stands
        await late.pass()
        // The reels spin for 2.5 s; a machine under load may reconnect later than that.
        expect(isInTime).toBe(true)
      }).toPass()
    },
  },
  {
    name: 'load',
    event: 'load',
    moves: 'cash-in',
    act: ({ gamePage }) => gamePage.askLoad('10'),
    after: ({ balance, credit }) => ({ balance: balance - 1000, credit: credit + 1000 }),
    // A bonus changes the wallet before the acknowledgement, which does not include it, arrives.
    async outOfOrder({ faults, account, count }, act) {
      const answer = faults.catch('ack', 'load')
      await act()
      const late = await answer
      const told = faults.see('push', 'balance', onGame)
      const { status } = await account.get('/api/player/bonus?requestId=a-gift-from-elsewhere')
      expect(status).toBe(200)
      count('bonus')
      await told
      await late.pass()
    },
  },
  {
    name: 'spin',
    event: 'spin',
    moves: 'stake',
    act: ({ gamePage }) => gamePage.spinButton.click(),
    after: ({ balance }) => ({ balance }),
    // The push that the reels stopped arrives before the acknowledgement that they spin.
    async outOfOrder({ faults }, act) {
      const answer = faults.catch('ack', 'spin')
      const stands = faults.see('push', 'game', isGame('idle'))
      await act()
      const late = await answer
      await stands
      await late.pass()
    },
  },
  {
    name: 'cash out',
    event: 'cashout',
    moves: 'cash-out',
    act: ({ gamePage }) => gamePage.cashOut(),
    after: ({ balance, credit }) => ({ balance: balance + credit, credit: 0 }),
    // The pushes of the state before the cash-out arrive after it.
    async outOfOrder({ faults, gamePage, count }, act) {
      const stale = [faults.catch('push', 'balance', onGame), faults.catch('push', 'game', isGame('idle'))]
      await gamePage.load('10')
      count('cash-in')
      const held = await Promise.all(stale)
      await act()
      await expect.poll(() => gamePage.cents('credit')).toBe(0)
      for (const push of held) await push.pass()
    },
  },
]

async function platformGone(seat: Seat, step: Step, end: () => Promise<unknown>): Promise<void> {
  const answer = seat.faults.catch('ack', step.event)
  await step.act(seat)
  await answer
  await end()
  await expect(seat.page.locator('[data-state=ready]')).toHaveCount(0)
  await expect(seat.gamePage.reason).not.toBeEmpty()
  await seat.platform.startAgain()
  // Makes the next reconnect attempts due, whatever their pause.
  await seat.faults.tenSeconds()
}

const FAULTS: Fault[] = [
  {
    name: 'the sockets are cut before it arrives',
    isDone: false,
    async run(seat, step) {
      const request = seat.faults.catch('request', step.event)
      await step.act(seat)
      await request
      await seat.faults.cut()
    },
  },
  {
    name: 'the sockets are cut before the answer',
    isDone: true,
    async run(seat, step) {
      const answer = seat.faults.catch('ack', step.event)
      await step.act(seat)
      await answer
      await seat.faults.cut()
    },
  },
  {
    name: 'the platform is killed before the answer, and started again',
    isDone: true,
    steps: ['init', 'spin'],
    run: (seat, step) => platformGone(seat, step, () => seat.platform.kill()),
  },
  {
    name: 'the platform is stopped before the answer, and started again',
    isDone: true,
    steps: ['load', 'cashout'],
    run: (seat, step) => platformGone(seat, step, () => seat.platform.stop()),
  },
  {
    name: 'the answer comes ten seconds late',
    isDone: true,
    async run(seat, step) {
      const answer = seat.faults.catch('ack', step.event)
      await step.act(seat)
      const late = await answer
      await seat.faults.tenSeconds()
      await seat.agree()
      await late.pass()
    },
  },
  {
    name: 'the request is dropped',
    isDone: false,
    async run(seat, step) {
      const request = seat.faults.catch('request', step.event)
      await step.act(seat)
      await request
      await seat.faults.tenSeconds()
    },
  },
  {
    name: 'the answer is dropped',
    isDone: true,
    async run(seat, step) {
      const answer = seat.faults.catch('ack', step.event)
      await step.act(seat)
      await answer
      await seat.faults.tenSeconds()
    },
  },
  {
    name: 'the request is doubled',
    isDone: true,
    async run(seat, step) {
      const request = seat.faults.catch('request', step.event)
      await step.act(seat)
      await (await request).pass(2)
    },
  },
  {
    name: 'the answer is doubled',
    isDone: true,
    async run(seat, step) {
      const answer = seat.faults.catch('ack', step.event)
      await step.act(seat)
      await (await answer).pass(2)
    },
  },
  {
    name: 'the connection goes silent before it',
    isDone: false,
    // A joining page opens its own connection, so a silent one does not affect it.
    steps: ['load', 'spin', 'cashout'],
    async run(seat, step) {
      seat.faults.silence()
      await step.act(seat)
      // After two missed heartbeats the page reconnects.
      await seat.faults.tenSeconds()
      await seat.faults.tenSeconds()
    },
  },
]

for (const step of STEPS) {
  for (const fault of FAULTS) {
    if (fault.steps && !fault.steps.includes(step.event)) continue
    test(`${step.name}: ${fault.name}`, async ({ seat }) => {
      await seat.getReady()
      const before = await seat.agree()
      await fault.run(seat, step)
      if (fault.isDone && step.moves) seat.count(step.moves)
      expect(await seat.agree()).toMatchObject(fault.isDone ? step.after(before) : before)
    })
  }
  test(`${step.name}: out of order`, async ({ seat }) => {
    await seat.getReady()
    await step.outOfOrder(seat, () => step.act(seat))
    if (step.moves) seat.count(step.moves)
    await seat.agree()
  })
}

test('spin: the answer is dropped, and ten seconds pass by every clock', async ({ seat }) => {
  await seat.getReady()
  const answer = seat.faults.catch('ack', 'spin')
  const asked = seat.faults.catch('request', 'init')
  const tapped = Date.now()
  await seat.gamePage.spinButton.click()
  await answer
  await (await asked).pass()
  expect(Date.now() - tapped).toBeGreaterThan(9000)
  seat.count('stake')
  await seat.agree()
})

test('the ledger holds each executed command once and no other', async ({ seat }) => {
  const { platform, page, player, machine, moved } = seat
  const screen = await seat.agree()
  await page.goto('about:blank')
  await platform.stop()
  const books = await soundBooks(platform, player.username)
  const counted: Record<string, number> = {}
  // Deposits of new players, wins and free spins are not commands of the player.
  for (const { kind } of books.movements) {
    if (!['deposit', 'win', 'free-spin'].includes(kind)) counted[kind] = (counted[kind] ?? 0) + 1
  }
  expect(counted).toEqual(moved)
  expect(books.wallet[0]?.balanceAfter).toBe(screen.balance)
  expect(books.accounts.get(`machine:${machine}`)?.balance).toBe(screen.credit)
  await platform.startAgain()
})
