import type { Money } from '../fixtures/balance-checks.ts'
import { expect, type Seat, test } from '../fixtures/seated-player.ts'
import { LockScreen } from '../pages/lock-screen.ts'

/*
 * Faults while a machine with credit is locked. None of them opens the lock, and the PIN opens it after each.
 * Then screen, wallet and picture agree to the cent.
 */

test.use({ settings: { idlePinLock: true } })

/**
 * Lets more than the 60 s pass without input, with heartbeats; up to `seconds` where something is a use of
 * the page first.
 */
async function leaveAlone({ faults, page }: Seat, seconds = 70): Promise<LockScreen> {
  const lock = new LockScreen(page)
  for (let passed = 0; passed < seconds && !(await lock.screen.isVisible()); passed += 10)
    await faults.tenSeconds()
  await expect(lock.screen).toBeVisible()
  return lock
}

/** Opens the lock with the PIN, and expects no call to the platform for it. */
async function unlock({ page, player }: Seat, lock: LockScreen): Promise<void> {
  await expect(lock.screen).toBeVisible()
  const asked: string[] = []
  const note = (request: { url(): string }) => asked.push(request.url())
  page.on('request', note)
  await lock.tap(player.pin)
  await expect(lock.screen).toBeHidden()
  page.off('request', note)
  expect(asked.filter((url) => /pin|validate|login/.test(url))).toEqual([])
}

/** The state of a machine whose reels stand. */
const isIdle = ({ body }: { body: unknown }) =>
  typeof body === 'object' && body !== null && 'phase' in body && body.phase === 'idle'

/**
 * Sends a spin and leaves the machine alone until it locks, while a trap holds the answer. A spin is a use of
 * the page: the idle time begins when its reels stand, and the app has given its answer up.
 */
async function spinThenLeave(
  seat: Seat,
  stands = seat.faults.see('push', 'game', isIdle),
): Promise<LockScreen> {
  await seat.gamePage.spinButton.click()
  seat.count('stake')
  await stands
  return leaveAlone(seat, 800)
}

/** Expected after a spin: an unchanged wallet; the credit is whatever the picture shows. */
const staked = ({ balance }: Money) => ({ balance })

interface Fault {
  name: string
  run(seat: Seat): Promise<LockScreen>
  /** The expected amounts afterwards; by default as before. */
  after?: (before: Money) => Partial<Money>
}

const FAULTS: Fault[] = [
  {
    name: 'the sockets are cut while it is locked',
    async run(seat) {
      const lock = await leaveAlone(seat)
      const again = seat.faults.see('ack', 'init')
      await seat.faults.cut()
      await again
      return lock
    },
  },
  {
    name: 'the connection goes silent while it is locked',
    async run(seat) {
      const lock = await leaveAlone(seat)
      seat.faults.silence()
      await seat.faults.tenSeconds()
      await seat.faults.tenSeconds()
      return lock
    },
  },
  {
    name: 'the sockets are cut before the answer to a spin, then it is locked',
    async run(seat) {
      const answer = seat.faults.catch('ack', 'spin')
      await seat.gamePage.spinButton.click()
      seat.count('stake')
      await answer
      await seat.faults.cut()
      return leaveAlone(seat)
    },
    after: staked,
  },
  {
    name: 'the answer to a spin is dropped, then it is locked',
    async run(seat) {
      const answer = seat.faults.catch('ack', 'spin')
      const lock = await spinThenLeave(seat)
      await answer
      return lock
    },
    after: staked,
  },
  {
    name: 'the answer to a spin comes when it has long been locked, twice',
    async run(seat) {
      const answer = seat.faults.catch('ack', 'spin')
      const lock = await spinThenLeave(seat)
      await (await answer).pass(2)
      return lock
    },
    after: staked,
  },
  {
    name: 'the reels stand before the answer that says they turn, and both are told while it is locked',
    async run(seat) {
      const answer = seat.faults.catch('ack', 'spin')
      const stands = seat.faults.catch('push', 'game', isIdle)
      const lock = await spinThenLeave(seat, stands)
      await (await stands).pass()
      await (await answer).pass()
      return lock
    },
    after: staked,
  },
  {
    name: 'the platform is killed while it is locked, the PIN opens it all the same, and it is started again',
    async run(seat) {
      const lock = await leaveAlone(seat)
      await seat.platform.kill()
      await unlock(seat, lock)
      await expect(seat.gamePage.reason).not.toBeEmpty()
      await seat.platform.startAgain()
      await seat.faults.tenSeconds()
      return leaveAlone(seat)
    },
  },
  {
    name: 'the platform is stopped and started again while it is locked, and a reload keeps the lock @matrix-only',
    async run(seat) {
      const lock = await leaveAlone(seat)
      await seat.platform.stop()
      await seat.platform.startAgain()
      await seat.page.reload()
      return lock
    },
  },
]

for (const { name, run, after = (before: Money) => before } of FAULTS) {
  test(name, async ({ seat }) => {
    await seat.getReady()
    const before = await seat.agree()
    const lock = await run(seat)
    await unlock(seat, lock)
    expect(await seat.agree()).toMatchObject(after(before))
  })
}
