import { type Money, soundBooks } from '../fixtures/balance-checks.ts'
import type { Message } from '../fixtures/fault-proxy.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { expect, type Seat, test } from '../fixtures/seated-player.ts'

/*
 * Every step that money depends on, and everything that can happen to its request and its answer. After each the
 * screen, the wallet and the machine's own picture agree to the cent; at the end so do the books, which hold every
 * command once that was carried out, and none that was not.
 */

interface Step {
  name: string
  /** The request on the socket. */
  event: 'init' | 'load' | 'spin' | 'cashout'
  /** What it moves when it is carried out. */
  moves?: 'cash-in' | 'stake' | 'cash-out'
  act(seat: Seat): Promise<unknown>
  /** What is true once it is carried out. */
  after(before: Money): Partial<Money>
  /** The step with an answer or a push that comes after a later one. */
  outOfOrder(seat: Seat, act: () => Promise<unknown>): Promise<void>
}

interface Fault {
  name: string
  /** Is the step carried out? */
  isDone: boolean
  /** All steps, when none are named. */
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
    // Joined again while the reels turn; that they stand is told before the answer that says they turn.
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
        // The reels turn for 2.5 s: a machine under load may have connected again after that.
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
    // A gift from elsewhere comes into the wallet before the answer that knows nothing of it.
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
    // The reels stand before the answer that says they turn.
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
    // What the machine and the wallet held before it is told after it.
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
  // The next attempts to connect are due, whatever the pause before them.
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
    name: 'the line falls silent before it',
    isDone: false,
    // A page that joins does so on a line of its own.
    steps: ['load', 'spin', 'cashout'],
    async run(seat, step) {
      seat.faults.silence()
      await step.act(seat)
      // Two beats of the heart are missed, and the page connects anew.
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
  while (await seat.gamePage.hasFreeSpins()) await playOnce(seat.gamePage)
  const screen = await seat.agree()
  await page.goto('about:blank')
  await platform.stop()
  const books = await soundBooks(platform, player.username)
  const counted: Record<string, number> = {}
  // What a player is given at first, wins and the free spins among them are nobody's command.
  for (const { kind } of books.movements) {
    if (!['deposit', 'win', 'free-spin'].includes(kind)) counted[kind] = (counted[kind] ?? 0) + 1
  }
  expect(counted).toEqual(moved)
  expect(books.wallet[0]?.balanceAfter).toBe(screen.balance)
  expect(books.accounts.get(`machine:${machine}`)?.balance).toBe(screen.credit)
  await platform.startAgain()
})
