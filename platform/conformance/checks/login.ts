import { Code } from '../../../src/contract/codes.ts'
import { SignInAnswer } from '../../../src/contract/http.ts'
import { noteAbsent } from '../client/absent-fields.ts'
import type { Call } from '../client/http.ts'
import { type Kit, need, readWallet, type Session } from '../client/kit.ts'
import { expectAnswer, expectRefusal, expectThat, shape } from '../client/shapes.ts'
import { Absent } from '../report/findings.ts'

const SIGN_IN = shape('http', 'SignInAnswer', SignInAnswer)
const CODES = 'src/contract/codes.ts'
/** The codes that end a session, whatever the status. */
const ENDED: readonly unknown[] = [Code.badSignature, Code.tokenExpired]
/** The forms of `pin_code` that the app can verify. */
const PIN_HASH = /^(?:(?:sha256:)?[\da-f]{64}|pbkdf2-sha256:[1-9]\d{0,6}:[\w+/]+={0,2}:[\w+/]+={0,2})$/i

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
    expectRefusal(await login({ username }), [Code.invalidRequest]),
  )
  await recorder.check('a wrong password is refused', async () => checkWrongPassword(kit, login))
  const call = await recorder.check('the right password logs in', async () => {
    const answered = await login({ username, password })
    expectAnswer(answered, SIGN_IN)
    return answered
  })
  if (!call) return undefined
  const answer = expectAnswer(call, SIGN_IN)
  noteAbsent(recorder, 'optional fields of the answer', SignInAnswer, call.body)
  await recorder.check('pin_code is a hash that the app can compare', () => {
    if (!answer.pin_code) throw new Absent('Without it the lock screen offers the logout alone.')
    const expected = 'sha256:<hex>, 64 hex digits or pbkdf2-sha256:<iterations>:<salt>:<hash>'
    expectThat(PIN_HASH.test(answer.pin_code), call, expected, SIGN_IN.where)
  })
  const session: Session = { token: answer.token, id: answer.id ?? undefined }
  await checkTokens(kit, session)
  return session
}

async function checkWrongPassword(
  kit: Kit,
  login: (body: Record<string, unknown>) => Promise<Call>,
): Promise<void> {
  const call = await login({ username: kit.username, password: 'conformance-wrong-password' })
  const { wrongCredentials, wrongCredentialsCounted, accountProtected } = Code
  expectRefusal(call, [wrongCredentials, wrongCredentialsCounted, accountProtected])
  const { code, params } = call.body as { code: number; params?: Record<string, unknown> }
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
  const renewed = await recorder.check('GET /validate answers as the login', async () => {
    const call = await kit.call('GET', '/validate', { token: session.token })
    return expectAnswer(call, SIGN_IN).token
  })
  await recorder.check('the renewed token is accepted', async () => {
    const token = need(renewed, 'GET /validate gave no token.')
    await readWallet(kit, { ...session, token })
    session.token = token
  })
}

/** Logs out: the token must be rejected afterwards. */
export async function checkLogout(kit: Kit, session: Session): Promise<void> {
  const { recorder } = kit
  const { token } = session
  recorder.begin('Logout')
  const done = await recorder.check('POST /player/logout is answered', async () => {
    const call = await kit.call('POST', '/player/logout', { token })
    expectThat(call.status < 300, call, 'a status from 200 to 299', SIGN_IN.where)
    return true
  })
  await recorder.check('a call with the old token is refused', async () => {
    need(done, 'The logout was not answered.')
    expectUnauthorized(await kit.call('GET', '/player/balance', { token }))
  })
  for (const server of ['notification', 'machine'] as const) {
    await recorder.check(`the ${server} socket refuses the old token`, async () => {
      need(done, 'The logout was not answered.')
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
