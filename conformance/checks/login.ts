import { Code } from '../../src/contract/codes.ts'
import { SignInAnswer } from '../../src/contract/http.ts'
import { readTolerantly } from '../../src/contract/tolerant.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import type { Call } from '../client/http.ts'
import { type Kit, need, readWallet, type Session } from '../client/kit.ts'
import { expectAnswer, expectRefusal, expectThat, shape } from '../client/shapes.ts'
import { Absent } from '../report/findings.ts'

const SIGN_IN = shape('http', 'SignInAnswer', SignInAnswer)
export const LOGS_IN = 'the right password logs in'
const CODES = 'src/contract/codes.ts'
/** The codes that end a session, whatever the status. */
const ENDED: readonly unknown[] = [Code.badSignature, Code.tokenExpired]
const SHA256 = /^(?:sha256:)?[\da-f]{64}$/i
const PBKDF2 = /^pbkdf2-sha256:([1-9]\d{0,6}):[\w+/]+={0,2}:([\w+/]+={0,2})$/
const MAX_ITERATIONS = 2_000_000

/** Whether the app can compare a PIN with this `pin_code`. */
function isPinHash(hash: string): boolean {
  const [, iterations, key = ''] = PBKDF2.exec(hash) ?? []
  const { length } = Buffer.from(key, 'base64')
  return SHA256.test(hash) || (Number(iterations) <= MAX_ITERATIONS && length >= 16 && length <= 64)
}

/** Expects that a call's token was rejected: 401, or a code that ends a session. */
function expectUnauthorized(call: Call): void {
  const code = (call.body as { code?: unknown } | undefined)?.code
  const isEnded = call.status >= 400 && ENDED.includes(code)
  expectThat(call.status === 401 || isEnded, call, 'status 401, or code 10 or 60000', CODES)
}

/** The token with a changed character in its last part. */
function altered(token: string): string {
  const at = Math.max(0, token.length - 12)
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
}

/** Logs in and renews the token; undefined if the login fails. */
export async function checkLogin(kit: Kit): Promise<Session | undefined> {
  const { recorder, username, password, target } = kit
  const login = (body: Record<string, unknown>) =>
    kit.call('POST', '/login', { body: { ...body, site_id: target.siteId } })
  recorder.begin('Login')
  await recorder.check('a login without a password is refused', async () =>
    expectRefusal(await login({ username }), [Code.invalidRequest], true),
  )
  await recorder.check('a wrong password is refused', async () => checkWrongPassword(kit, login))
  let call: Call | undefined
  await recorder.check(LOGS_IN, async () => {
    call = await login({ username, password })
    expectAnswer(call, SIGN_IN)
  })
  // An unreadable optional field is reported, and the app does without it.
  const answer = call && call.status < 300 ? readTolerantly(SignInAnswer, call.body) : undefined
  if (!call || !answer?.ok) return undefined
  const { token, id, pin_code: pinHash } = answer.output
  noteAbsent(recorder, 'optional fields of the answer', SignInAnswer, call.body)
  await recorder.check('pin_code is a hash that the app can compare', () => {
    if (!pinHash) throw new Absent('Without it the lock screen offers the logout alone.')
    const expected =
      'sha256:<hex>, 64 hex digits or pbkdf2-sha256:<iterations>:<salt>:<hash>, of at most 2,000,000 iterations and 16 to 64 bytes'
    expectThat(isPinHash(pinHash), call as Call, expected, SIGN_IN.where)
  })
  const session: Session = { token, id: id ?? undefined }
  await checkTokens(kit, session)
  return session
}

async function checkWrongPassword(
  kit: Kit,
  login: (body: Record<string, unknown>) => Promise<Call>,
): Promise<void> {
  const call = await login({ username: kit.username, password: 'conformance-wrong-password' })
  const { wrongCredentials, wrongCredentialsCounted, accountProtected } = Code
  expectRefusal(call, [wrongCredentials, wrongCredentialsCounted, accountProtected], true)
  // A 404 needs no body.
  const { code, params } = Object(call.body) as { code?: number; params?: Record<string, unknown> }
  if (code !== wrongCredentialsCounted) return
  const isComplete = params?.left_count !== undefined && params.block_time !== undefined
  expectThat(isComplete, call, 'params with left_count and block_time (minutes)', CODES)
}

async function checkTokens(kit: Kit, session: Session): Promise<void> {
  const { recorder } = kit
  const balanceWith = (token?: string) => kit.call('GET', '/player/balance', { token })
  await recorder.check('a call without a token is refused', async () =>
    expectUnauthorized(await balanceWith()),
  )
  await recorder.check('a bad token is refused', async () =>
    expectUnauthorized(await balanceWith('not-a-token')),
  )
  await recorder.check('a changed token is refused', async () =>
    expectUnauthorized(await balanceWith(altered(session.token))),
  )
  await recorder.check('GET /validate refuses a bad token', async () =>
    expectUnauthorized(await kit.call('GET', '/validate', { token: 'not-a-token' })),
  )
  const validate = 'GET /validate answers as the login'
  const renewed = await recorder.check(validate, async () => {
    const call = await kit.call('GET', '/validate', { token: session.token })
    const { token } = expectAnswer(call, SIGN_IN)
    session.token = token
    return true
  })
  await recorder.check('the renewed token is accepted', async () => {
    need(renewed, validate)
    const call = await balanceWith(session.token)
    expectThat(call.status < 300, call, 'a status from 200 to 299', SIGN_IN.where)
  })
  await recorder.check('GET /player/balance names the wallet', () => readWallet({ kit, session }))
}

/** Logs out: the token must be rejected afterwards. */
export async function checkLogout(kit: Kit, session: Session): Promise<void> {
  const { recorder } = kit
  const { token } = session
  recorder.begin('Logout')
  const logout = 'POST /player/logout is answered'
  const done = await recorder.check(logout, async () => {
    const call = await kit.call('POST', '/player/logout', { token })
    if (call.status === 404) throw new Absent('The token stays valid until it expires.')
    expectThat(call.status < 300, call, 'a status from 200 to 299', SIGN_IN.where)
    return true
  })
  const ended = 'a call with the old token is refused'
  const isEnded = await recorder.check(ended, async () => {
    need(done, logout)
    expectUnauthorized(await kit.call('GET', '/player/balance', { token }))
    return true
  })
  for (const server of ['notification', 'machine'] as const) {
    await recorder.check(`the ${server} socket refuses the old token`, async () => {
      need(isEnded, ended)
      await expectRefusedHandshake(kit, server, token)
    })
  }
}

/** Expects a refused handshake with the reason in its `data`. */
export async function expectRefusedHandshake(
  kit: Kit,
  server: 'machine' | 'notification',
  token?: string,
): Promise<void> {
  const connected = await kit.connect(server, token)
  const where = 'docs/contract/README.md, Handshake'
  if (connected.ok) {
    connected.socket.close()
    const sent = `Socket.IO handshake of the ${server} server`
    expectThat(false, { sent, got: 'a connection', body: undefined }, 'a refusal', where)
    return
  }
  const { exchange } = connected
  const code = (exchange.body as { code?: unknown } | undefined)?.code
  expectThat(ENDED.includes(code), exchange, 'a refusal with data {code: 10} or {code: 60000}', where)
}
