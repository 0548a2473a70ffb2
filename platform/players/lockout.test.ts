import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { createLockOut } from './lockout.ts'
import { createLoginClock } from './login-clock.ts'

/* A lock keeps its length when the system's clock is set while it lasts. */

const MINUTE = 60_000
const RULE = { attempts: 2, blockMs: 15 * MINUTE }
const IP = '192.0.2.1'

const database = databaseOfFile()
let players = 0
/** A name that is locked now, of a player or of nobody. */
async function lock(isPlayer: boolean) {
  const name = `guessed-${++players}`
  if (isPlayer)
    await database.db
      .insertInto('players')
      .values({ username: name, username_key: name, password_hash: '' })
      .execute()
  const system = fakeClock()
  /** As a start of the platform does. */
  const start = () => createLockOut(database.db, RULE, createLoginClock(system).smoothNow)
  let lockOut = start()
  const attempt = () => lockOut.countAttempt(name, IP)
  for (let n = 0; n < RULE.attempts; n += 1) expect(await attempt()).toMatchObject({ ok: true })
  expect(await attempt()).toMatchObject({ ok: false, blockedMs: RULE.blockMs })
  return {
    system,
    attempt,
    restart() {
      lockOut = start()
    },
    /** Minutes until an attempt is permitted; one is made each minute. */
    async minutesLeft() {
      for (let minutes = 0; minutes < 120; minutes += 1) {
        const { ok } = await attempt()
        if (ok) return minutes
        system.advance(MINUTE)
      }
      throw new Error('the lock does not end')
    },
  }
}

describe.each([
  ['of a player', true],
  ['of an unknown name', false],
])('the lock %s', (_, isPlayer) => {
  test.each([-60, 60, -24 * 60, 24 * 60])(
    'lasts its length to a fifth, if the clock is set by %i minutes',
    async (by) => {
      const { system, attempt, minutesLeft } = await lock(isPlayer)
      system.set(by * MINUTE)
      expect(await attempt()).toMatchObject({ ok: false })
      const minutes = await minutesLeft()
      expect(minutes).toBeGreaterThanOrEqual(12)
      expect(minutes).toBeLessThanOrEqual(19)
    },
  )
})

test('a lock of a player lasts its length once more at most, if the clock is set back before a restart', async () => {
  const { system, restart, minutesLeft } = await lock(true)
  system.set(-60 * MINUTE)
  restart()
  expect(await minutesLeft()).toBe(15)
})

test('the counts of long names that nobody has take little memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heapBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const lockOut = createLockOut(database.db, RULE, () => 0)
  const attempt = (n: number) => lockOut.countAttempt(`${n}`.padStart(1800, '\u0635'), IP)
  for (let n = 0; n < 200; n += 1) await attempt(n)
  const before = heapBytes()
  for (let n = 200; n < 1200; n += 1) await attempt(n)
  expect((heapBytes() - before) / 1000).toBeLessThan(2000)
})
