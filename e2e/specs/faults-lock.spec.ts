import { expect, type Seat, test } from '../fixtures/seated-player.ts'
import { LockScreen } from '../pages/lock-screen.ts'

/*
 * Faults while a machine with credit is locked. None of them opens the lock, and the PIN opens it after each.
 * Then screen, wallet and picture agree to the cent.
 */

test.use({ settings: { idlePinLock: true } })

/** Lets more than the 60 s pass without input, with heartbeats. */
async function leaveAlone({ faults, page }: Seat): Promise<LockScreen> {
  const lock = new LockScreen(page)
  for (let passed = 0; passed < 70 && !(await lock.screen.isVisible()); passed += 10)
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

interface Fault {
  name: string
  run(seat: Seat): Promise<LockScreen>
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

for (const { name, run } of FAULTS) {
  test(name, async ({ seat }) => {
    await seat.getReady()
    const before = await seat.agree()
    const lock = await run(seat)
    await unlock(seat, lock)
    expect(await seat.agree()).toEqual(before)
  })
}
