import type { FastifyInstance } from 'fastify'
import { readSettings } from '../src/contract/settings.ts'
import { BRANDS } from './brands/index.ts'
import { clientAddress, proxyMatcher } from './config/client-address.ts'
import type { Config } from './config/config.ts'
import { addressFilter } from './config/ip-addresses.ts'
import { type DemoPlayer, openDemo } from './demo.ts'
import { createFloor, type Floor } from './floor/floor.ts'
import { cryptoRandom, GAMES } from './games/index.ts'
import { registerApi } from './http/api.ts'
import { authenticateBearer } from './http/auth.ts'
import { listen, probePort } from './http/listen.ts'
import { createServer } from './http/server.ts'
import { readBuiltApp } from './http/static-files.ts'
import { stillPath } from './http/still-route.ts'
import { whepRoutes } from './http/whep.ts'
import { balanceOf, walletOf } from './ledger/ledger.ts'
import { createDisposalStack } from './lib/disposal-stack.ts'
import { chatIdentities } from './players/chat-identity.ts'
import { openCountries } from './players/countries.ts'
import { DEMO_EXTRAS, EMPTY_EXTRAS } from './players/demo-extras.ts'
import { createLockOut } from './players/lockout.ts'
import { createSessions } from './players/sessions.ts'
import { createSignIn } from './players/sign-in.ts'
import { readSigningKey } from './players/signing-key.ts'
import { createRealtime } from './realtime/realtime.ts'
import { openDatabase } from './store/db.ts'
import { lockFolder } from './store/folder-lock.ts'
import { startVideo } from './video/client/engine.ts'

/** A running platform. */
export interface Platform {
  /** Where it listens, e.g. http://127.0.0.1:8080. */
  readonly address: string
  /** The demo players with their passwords; none when there are none. */
  readonly players: readonly DemoPlayer[]
  /** Where the data lies, in words. */
  readonly data: string
  readonly floor: Floor
  /** Tells the players, settles the spins in flight, closes everything. Safe to call twice. */
  stop(): Promise<void>
}

/** Told of a step that may take a while; `busy`: it leaves this process no time for anything else. */
export type OnStep = (step: string, busy?: boolean) => void

/**
 * Starts a platform: everything it consists of, opened from the bottom to the top, and closed the other way.
 * Throws an Error whose message is one clear line when something it needs is not there; nothing stays open.
 */
export async function createPlatform(config: Config, onStep: OnStep): Promise<Platform> {
  const { dataDir, databaseUrl } = config
  const now = Date.now
  // What can be wrong without any work done comes first.
  const countries = openCountries(config)
  const built = config.publicDir === undefined ? undefined : await readBuiltApp(config.publicDir)
  await probePort(config)

  // Who may play, by the address they come from.
  const isAllowed = addressFilter(config.addresses)
  const permits = (ip: string) => isAllowed(ip) && countries.isPermitted(ip)
  const isProxy = proxyMatcher(config.trustProxy)

  // The HTTP server, which does not listen yet; its log is everybody's log.
  const app = await createServer({ ...config, built })
  const { log } = app
  const disposal = createDisposalStack((error) => log.error({ err: error }, 'something could not be closed'))
  try {
    // The data. The embedded database locks its folder itself.
    if (databaseUrl) disposal.defer(lockFolder(dataDir))
    const onProgress = (step: string) => onStep(step, databaseUrl === undefined)
    const database = await openDatabase({ dataDir, databaseUrl, onProgress })
    disposal.defer(() => database.close())
    const { db } = database

    // The players: who they are, and the logins they have.
    onStep('preparing the demo players')
    const players = config.demo ? await openDemo(db, dataDir) : []
    const secret = await readSigningKey(dataDir)
    const sessions = createSessions({ db, secret, now, ...config })
    const lockOut = createLockOut(db, config.lockOut, now)
    const { version } = config
    const signIn = createSignIn({ db, sessions, lockOut, ...config.lockOut, now, permits, version })
    const authenticate = authenticateBearer(sessions, permits)

    // The pictures, in a process of their own, and the machines that they show.
    onStep('setting up the floor')
    const video = startVideo({ log: (message) => log.warn(message) })
    // It holds nothing that could be lost, so nothing waits for its end.
    disposal.defer(() => video.stop(), true)
    const floor = await createFloor({
      db,
      log,
      video,
      games: GAMES,
      brands: BRANDS,
      random: cryptoRandom,
      machines: config.floorMachines,
      idleMs: config.seatIdleMs,
      stillOf: stillPath,
    })

    // The calls, those of the pictures among them. The pictures count money in the currency that the app shows.
    const { currency } = built?.settings ?? readSettings(undefined).settings
    const machine = (id: string) => {
      const scene = floor.scene(id)
      return scene && { ...scene, currency }
    }
    const stills = { engine: video, machine, isOnline: floor.isOnline }
    const pictures = { ...stills, authenticate, onEnded: sessions.onEnded }
    const more = (scope: FastifyInstance) => whepRoutes(scope, pictures)
    const onBalance = floor.emitBalance
    const who = { signIn, sessions, authenticate, countries }
    const chatIdentity = config.chatSecret ? chatIdentities(secret, config.chatSecret) : undefined
    const extras = config.demo ? DEMO_EXTRAS : EMPTY_EXTRAS
    await registerApi(app, { db, config, now, ...who, floor, extras, onBalance, stills, chatIdentity, more })
    disposal.defer(() => app.close())

    // The live channels, on the same port.
    const live = createRealtime(app.server, {
      floor,
      log,
      verify: async (token) => {
        const who = await sessions.verify(token)
        return who.ok ? who.identity : { code: who.code }
      },
      permits: (request) => permits(clientAddress(request, isProxy)),
      wallet: async (playerId) => {
        const { balance, version } = await balanceOf(db, walletOf(playerId))
        return { balance, seq: version }
      },
      onVideoLost: video.onLost,
    })
    sessions.onEnded((loginId, code) => live.endLogin(loginId, code))
    disposal.defer(() => live.close())
    // The players are told first, and their sockets stay until they have seen how their spins ended.
    disposal.defer(() => floor.stop())
    disposal.defer(() => live.announceStop())

    const address = await listen(app, config)
    const data = databaseUrl ? `the database of DATABASE_URL, the keys in ${dataDir}` : dataDir
    return { address, players, data, floor, stop: disposal.dispose }
  } catch (error) {
    await disposal.dispose()
    throw error
  }
}
