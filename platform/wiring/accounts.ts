import { type Authenticate, authenticateBearer } from '../http/auth.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { measureSignIn } from '../metrics/measure.ts'
import { createLockOut, type LockOut } from '../players/lockout.ts'
import { createLoginClock } from '../players/login-clock.ts'
import { createLogins, type Logins } from '../players/logins.ts'
import { createPasswordQueue, type PasswordQueue } from '../players/password-queue.ts'
import { createSignIn, type SignInService } from '../players/sign-in.ts'
import {
  KEYS_RELOAD_MS,
  openSigningKeys,
  type SigningKeys,
  signingKeysFile,
} from '../players/signing-keys.ts'
import type { Foundation } from './foundation.ts'
import type { Store } from './store.ts'

/** The players' logins and tokens, and the lockout. */
export interface Accounts {
  readonly keys: SigningKeys
  readonly logins: Logins
  /** By which tokens and logins expire. */
  readonly loginClock: Clock
  readonly lockOut: LockOut
  readonly passwordQueue: PasswordQueue
  readonly signIn: SignInService
  readonly authenticate: Authenticate
}

export async function openAccounts(foundation: Foundation, { db, cluster }: Store): Promise<Accounts> {
  const { config, disposal, metrics, onError, permits } = foundation
  const now = Date.now
  const loginClock = createLoginClock(systemClock)
  const expiryNow = loginClock.now
  const keys = await openSigningKeys(signingKeysFile(config), { ...config, now, expiryNow })
  const onKeysError = onError('logins', 'the signing keys could not be read again')
  const logins = createLogins({ db, keys, now: loginClock.issueNow, expiryNow, ...config })
  let replacedAt: number | undefined
  async function reloadKeys(): Promise<void> {
    replacedAt = (await keys.reload()) ?? replacedAt
    if (replacedAt === undefined) return
    // Sockets and pictures that a stolen key opened would go on until their tokens expire.
    await logins.endOpenedBefore(replacedAt)
    replacedAt = undefined
  }
  disposal.defer(repeat(reloadKeys, KEYS_RELOAD_MS, systemClock, onKeysError))
  const lockOut = createLockOut(db, config.lockOut, loginClock.smoothNow, cluster?.countFailure)
  const passwordQueue = createPasswordQueue()
  const { blockMs } = config.lockOut
  const { version } = config
  // As in http/whep-offers.ts: players without a seat may use neither an SFU nor a relay.
  const isEarly = !config.sfu && config.ice.urls.length === 0
  const earlyVideoUrl = isEarly ? '/whep/{id}' : ''
  const signIn = createSignIn({
    ...{ db, logins, lockOut, passwordQueue, blockMs, now, permits, version, earlyVideoUrl },
  })
  return {
    keys,
    logins,
    loginClock,
    lockOut,
    passwordQueue,
    signIn: measureSignIn(signIn, metrics),
    authenticate: authenticateBearer(logins, permits),
  }
}
