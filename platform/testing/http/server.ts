import type { FastifyInstance, InjectOptions } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../../src/contract/codes.ts'
import type { Config } from '../../config/config.ts'
import { addressFilter } from '../../config/ip-addresses.ts'
import { openSettingsFile } from '../../config/settings-file.ts'
import { type ApiOptions, registerApi } from '../../http/api.ts'
import { authenticateBearer } from '../../http/auth.ts'
import { createServer } from '../../http/server.ts'
import { HOUSE, post, walletOf } from '../../ledger/ledger.ts'
import { refused } from '../../lib/result.ts'
import { chatIdentities } from '../../players/chat-identity.ts'
import { openCountries } from '../../players/countries.ts'
import { DEMO_EXTRAS, EMPTY_EXTRAS } from '../../players/demo-extras.ts'
import { createLockOut } from '../../players/lockout.ts'
import { createLogins, type Logins } from '../../players/logins.ts'
import { createPasswordQueue } from '../../players/password-queue.ts'
import { hashPassword, hashPin } from '../../players/passwords.ts'
import { createSignIn } from '../../players/sign-in.ts'
import { DEFAULT_CONFIG } from '../config/default-config.ts'
import { expectListedCode } from '../contract/listed-codes.ts'
import { type TestDatabase, testDatabase } from '../store/database.ts'

export const PASSWORD = 'amber-otter-42'
/** Timeout for creating a database while other tests run. */
export const START_MS = 60_000

const KEY = new Uint8Array(32).fill(7)
/** A key store with one permanent signing key. */
export const TEST_KEYS = { current: () => ({ kid: 'test', key: KEY }), verifying: () => KEY }

/** A floor without machines. */
export const noFloor: ApiOptions['floor'] = {
  brands: () => [],
  machines: () => undefined,
  scene: () => undefined,
  freeMachines: () => [],
  rulesOf: () => undefined,
  setFault: async () => refused(Code.machineNotFound),
  quit: async () => refused(Code.machineNotFound),
  beginIdleClose: async () => refused(Code.machineNotFound),
  expel: async () => ({ ok: true }),
  suspend: async () => ({ ok: true }),
  kick: async () => refused(Code.machineNotFound),
  cancel: async () => refused(Code.machineNotFound),
}

/** The HTTP side of a platform with a real database, a manual clock and a recorded log. */
export interface TestServer {
  app: FastifyInstance
  database: TestDatabase
  logins: Logins
  log: string[]
  /** ms since 1970. */
  clock: { now: number }
  balances: { playerId: string; balance: number; seq: number }[]
  /** The logins that ended, with their reasons. */
  ended: { loginId: string; code: number }[]
  /** Creates a player with PASSWORD and `cents` in the wallet; returns the id. */
  addPlayer(username: string, cents?: number): Promise<string>
  /** Logs in and returns the token. */
  logIn(username: string): Promise<string>
  call(method: 'GET' | 'POST', url: string, more?: InjectOptions & { token?: string }): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Record<string, unknown>
}

type TestFloorOperations = Partial<ApiOptions['floor']>

/** `floor`: the floor's operations, or a function that opens them on the server's database. */
export async function testServer(
  floor: TestFloorOperations | ((db: TestDatabase['db']) => Promise<TestFloorOperations>),
  overrides: Partial<Config> = {},
  more: Pick<ApiOptions, 'stills'> & {
    /** Whether guests see stills of free machines. */
    isAttractOn?: () => Promise<boolean>
    extraRoutes?: (scope: FastifyInstance, logins: Logins) => Promise<void>
  } = {},
): Promise<TestServer> {
  const config = {
    ...DEFAULT_CONFIG,
    limits: { calls: 100_000, logins: 100_000 },
    settingsFile: undefined,
    ...overrides,
  }
  const database = await testDatabase()
  const { db } = database
  const log: string[] = []
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => clock.now
  const balances: TestServer['balances'] = []
  const ended: TestServer['ended'] = []
  const logins = createLogins({ db, keys: TEST_KEYS, now, ...config })
  logins.onEnded((loginId, code) => void ended.push({ loginId, code }))
  const lockOut = createLockOut(db, config.lockOut, now)
  const passwordQueue = createPasswordQueue()
  const isAllowed = addressFilter(config.addresses)
  const countries = openCountries(config)
  const permits = (ip: string) => isAllowed(ip) && countries.isPermitted(ip)
  const { version } = config
  const signIn = createSignIn({
    db,
    logins,
    lockOut,
    passwordQueue,
    ...config.lockOut,
    now,
    permits,
    version,
    earlyVideoUrl: '',
  })
  const app = await createServer({
    logLevel: 'trace',
    trustProxy: config.trustProxy,
    limits: config.limits,
    built: undefined,
    logStream: { write: (line) => log.push(line) },
  })
  const onBalance = (playerId: string, wallet: { balance: number; seq: number }) =>
    void balances.push({ playerId, ...wallet })
  await registerApi(app, {
    db,
    settings: await openSettingsFile(config.settingsFile),
    signIn,
    logins,
    lockOut,
    passwordQueue,
    authenticate: authenticateBearer(logins, permits),
    countries,
    quality: { observeQuality: () => {}, html: undefined, isOn: async () => true },
    ...(more.stills && { stills: more.stills }),
    attract: { isOn: more.isAttractOn ?? (async () => false), permits },
    extraRoutes: async (scope) => more.extraRoutes?.(scope, logins),
    floor: { ...noFloor, ...(typeof floor === 'function' ? await floor(db) : floor) },
    extras: config.demo ? DEMO_EXTRAS : EMPTY_EXTRAS,
    config,
    now,
    onBalance,
    chatIdentity: config.chatSecret === undefined ? undefined : chatIdentities(KEY, config.chatSecret),
  })

  const call: TestServer['call'] = async (method, url, { token, ...more } = {}) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...more.headers }
    const answer = await app.inject({ method, url, ...more, headers })
    const [path = ''] = url.split('?')
    if (answer.statusCode >= 400 && path.startsWith('/api'))
      expectListedCode(method, path.slice('/api'.length), answer.json().code)
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  return {
    app,
    database,
    logins,
    log,
    clock,
    balances,
    ended,
    call,
    async addPlayer(username, cents = 0) {
      const hashes = { password_hash: await hashPassword(PASSWORD), pin_hash: await hashPin('1234') }
      const { id } = await db
        .insertInto('players')
        .values({ username, username_key: username.toLowerCase(), ...hashes, permissions: '[145]' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const playerId = String(id)
      const entries = [
        { account: HOUSE, amount: -cents },
        { account: walletOf(playerId), amount: cents },
      ]
      const posting = {
        requestId: `test:${id}`,
        kind: 'deposit',
        fingerprint: '',
        playerId,
        entries,
      } as const
      if (cents > 0) await post(db, { ...posting, at: new Date(clock.now) }, v.object({}), () => ({}))
      return playerId
    },
    async logIn(username) {
      const { body } = await call('POST', '/api/login', { payload: { username, password: PASSWORD } })
      return v.parse(v.string(), body.token)
    },
    async close() {
      await app.close()
      await database.drop()
    },
  }
}
