import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readSettings } from '../src/contract/settings.ts'
import { BRANDS } from './brands/index.ts'
import { openCluster } from './cluster/cluster.ts'
import { type Lease, startLease } from './cluster/lease.ts'
import { clientAddress, proxyMatcher } from './config/client-address.ts'
import type { Config } from './config/config.ts'
import { addressFilter } from './config/ip-addresses.ts'
import { minSpinCycleMs, readSettingsFile } from './config/settings-file.ts'
import { readTls } from './config/tls.ts'
import { videoAddresses } from './config/video-addresses.ts'
import { type DemoPlayer, openDemo } from './demo.ts'
import type { Log } from './floor/context.ts'
import { createFloor, type Floor } from './floor/floor.ts'
import { cryptoRandom, GAMES } from './games/index.ts'
import { registerApi } from './http/api.ts'
import { authenticateBearer } from './http/auth.ts'
import { healthRoutes, measureCalls } from './http/health-routes.ts'
import { createIceServers } from './http/ice-servers.ts'
import { listen, probePort } from './http/listen.ts'
import { createServer } from './http/server.ts'
import { readBuiltApp } from './http/static-files.ts'
import { stillPath } from './http/still-route.ts'
import { whepRoutes } from './http/whep.ts'
import { startChain } from './ledger/chain.ts'
import { balanceOf, walletOf } from './ledger/ledger.ts'
import { systemClock } from './lib/clock.ts'
import { createDisposalStack } from './lib/disposal-stack.ts'
import { keepAnswer } from './lib/keep-answer.ts'
import { repeat } from './lib/repeat.ts'
import { measureFloor, measureLog, measureSignIn, measureVideo } from './metrics/measure.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { chatIdentities } from './players/chat-identity.ts'
import { withoutUnpaidClaims } from './players/claim-rules.ts'
import { openCountries } from './players/countries.ts'
import { DEMO_EXTRAS, EMPTY_EXTRAS } from './players/demo-extras.ts'
import { createLoginFollower } from './players/follow-login.ts'
import { createLockOut } from './players/lockout.ts'
import { startIdleLogouts } from './players/open-logins.ts'
import { startRetention } from './players/retention.ts'
import { createSessions, type Sessions } from './players/sessions.ts'
import { createSignIn } from './players/sign-in.ts'
import { KEYS_RELOAD_MS, openSigningKeys, signingKeysFile } from './players/signing-keys.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { lockDatabase } from './store/database-lock.ts'
import { type Db, openDatabase } from './store/db.ts'
import { lockFolder } from './store/folder-lock.ts'
import { startVideo, type VideoEngine } from './video/client/engine.ts'
import {
  createPublications,
  type Publications,
  type PublicationsOptions,
  type SfuConfig,
} from './video/sfu/publications.ts'

/** A running platform. */
export interface Platform {
  /** E.g. http://127.0.0.1:8080. */
  readonly address: string
  /** The demo players with their passwords, if any. */
  readonly players: readonly DemoPlayer[]
  /** The location of the data, for display. */
  readonly dataLocation: string
  readonly floor: Floor
  /** Informs the players, settles running spins, closes everything. Idempotent. */
  stop(): Promise<void>
}

/** A client of a process that is gone comes to another one within 5 s. */
const CLUSTER_PING = { pingInterval: 1500, pingTimeout: 3000 }

/** Called before each slow step; `isBlocking`: the step blocks the event loop. */
export type OnStep = (step: string, isBlocking?: boolean) => void

/**
 * Starts a platform: opens its layers from the bottom to the top, and closes them in reverse. If one fails it closes
 * the others and throws an Error whose message is one line.
 */
export async function createPlatform(config: Config, onStep: OnStep): Promise<Platform> {
  const { dataDir, databaseUrl, redisUrl } = config
  const now = Date.now
  // Cheap checks first.
  const countries = openCountries(config)
  const tls = readTls(config.tls)
  const sfuAddresses = config.sfu ? [config.sfu.watchUrl] : []
  const built =
    config.publicDir === undefined
      ? undefined
      : await readBuiltApp(config.publicDir, config.cspReportUrl, sfuAddresses)
  await probePort(config)

  const isAllowed = addressFilter(config.addresses)
  const permits = (ip: string) => isAllowed(ip) && countries.isPermitted(ip)
  const isProxy = proxyMatcher(config.trustProxy)

  // Does not listen yet. Its logger serves all layers.
  const isAnyClaimOff = config.discount.amount === 0 || config.bonus.amount === 0
  const adjustSettings = isAnyClaimOff ? (file: object) => withoutUnpaidClaims(file, config) : undefined
  const app = await createServer({ ...config, tls, built, adjustSettings })
  const { log } = app
  const metrics = createMetrics()
  measureCalls(app, metrics)
  let isStopping = false
  const disposal = createDisposalStack((error) => log.error({ err: error }, 'something could not be closed'))
  try {
    // The embedded database locks its folder itself; the processes of a shared floor may share theirs.
    if (redisUrl) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    else if (databaseUrl) disposal.defer(lockFolder(dataDir))
    const onProgress = (step: string) => onStep(step, databaseUrl === undefined)
    const database = await openDatabase({ dataDir, databaseUrl, onProgress })
    disposal.defer(() => database.close())
    const { db } = database
    if (databaseUrl) {
      const onLost = (reason: string) => log.error({ code: 'database-lock-lost' }, reason)
      disposal.defer(await lockDatabase(databaseUrl, onLost, redisUrl !== undefined))
    }
    const logOf = (area: string) => measureLog(log, area, metrics)
    const node = randomUUID()
    const { nodeAddress } = config
    const cluster = redisUrl
      ? await openCluster({ redisUrl, nodeAddress, db, node, log: logOf('cluster') })
      : undefined
    disposal.defer(() => cluster?.stop())
    if (cluster) app.decorate('sharedCounters', cluster.counters)

    onStep('preparing the demo players')
    const players = config.demo ? await openDemo(db, dataDir) : []
    const keys = await openSigningKeys(signingKeysFile(config), { ...config, now })
    const onKeysError = (error: unknown) =>
      log.error({ err: error }, 'the signing keys could not be read again')
    disposal.defer(repeat(keys.reload, KEYS_RELOAD_MS, systemClock, onKeysError))
    const sessions = createSessions({ db, keys, now, ...config })
    const lockOut = createLockOut(db, config.lockOut, now, cluster?.countFailure)
    const { version } = config
    const signIn = measureSignIn(
      createSignIn({ db, sessions, lockOut, ...config.lockOut, now, permits, version }),
      metrics,
    )
    const authenticate = authenticateBearer(sessions, permits)

    const onRetentionError = (error: unknown) =>
      logOf('retention').error({ err: error }, 'old data could not be removed')
    disposal.defer(startRetention(db, config, systemClock, onRetentionError))

    const onChainError = (error: unknown) =>
      logOf('chain').error({ err: error }, 'the hash chain could not be extended')
    disposal.defer(startChain(db, systemClock, onChainError))

    onStep('setting up the floor')
    const engine = startVideo({
      log: (message) => log.warn({ code: 'video' }, message),
      ...config.video,
      ...videoAddresses(config),
      // Names the process that a request of a session is forwarded to.
      ...(cluster && { sessionPrefix: `${node}.` }),
    })
    const video = measureVideo(engine, metrics)
    // The video process has no state to save, so nothing waits for its end.
    disposal.defer(() => video.stop(), true)
    const shownVideo = cluster?.video(video) ?? video
    const ownFloor = await createFloor({
      node,
      shared: cluster !== undefined,
      db,
      log: logOf('floor'),
      video: shownVideo,
      games: GAMES,
      brands: BRANDS,
      random: cryptoRandom,
      machines: config.floorMachines,
      simulate: config.simulate,
      idleMs: config.seatIdleMs,
      minLoad: config.minLoad,
      // Tests and benches play the demo faster than the app does.
      minCycleMs: config.demo ? 0 : minSpinCycleMs(await readSettingsFile(config.settingsFile)),
      allowsEmptyWallet: async () =>
        readSettings(await readSettingsFile(config.settingsFile)).settings.zeroBalancePlay,
      stillOf: stillPath,
    })
    const wholeFloor = (await cluster?.join(ownFloor, app, () => isStopping)) ?? ownFloor
    const floor = measureFloor(wholeFloor, metrics)

    const stills = { engine: video, machine: floor.scene, isOnline: floor.isOnline }
    const onSeat = (listener: (machineId: string) => void) => {
      floor.events.on('status', listener)
      return () => void floor.events.off('status', listener)
    }
    const seats = { ownerOf: floor.ownerOf, onSeat, spectators: config.spectators }
    const iceServers = createIceServers(config.ice, now)
    const onFollowError = (error: unknown) =>
      logOf('logins').error({ err: error }, 'the end of a login could not be read')
    const followLogin = createLoginFollower(sessions, systemClock, onFollowError)
    const logins = { onEnded: sessions.onEnded, followLogin }
    const sfu = config.sfu && openPublications(config.sfu, { floor, video, seats, log: logOf('sfu') })
    if (sfu) disposal.defer(() => sfu.close())
    const pictures = {
      ...stills,
      ...seats,
      ...logins,
      authenticate,
      iceServers,
      sfu,
      ...(cluster && { forward: cluster.forwardPicture }),
    }
    const extraRoutes = (scope: FastifyInstance) => whepRoutes(scope, pictures)
    const onBalance = floor.emitBalance
    const auth = { signIn, sessions, lockOut, authenticate, countries }
    const chatIdentity = config.chatSecret ? chatIdentities(keys.pseudonymKey, config.chatSecret) : undefined
    const extras = config.demo ? DEMO_EXTRAS : EMPTY_EXTRAS
    await registerApi(app, {
      db,
      config,
      now,
      ...auth,
      floor,
      extras,
      onBalance,
      stills,
      chatIdentity,
      extraRoutes,
    })
    disposal.defer(() => app.close())

    const realtime = createRealtime(app.server, {
      floor,
      log: logOf('sockets'),
      verify: (token) => verifyIdentity(sessions, token),
      permits: (request) => permits(clientAddress(request, isProxy)),
      addressOf: (request) => clientAddress(request, isProxy),
      wallet: (playerId) => readWallet(db, playerId),
      onVideoLost: video.onLost,
      videoSource: async (machineId, playerId) => ({
        ...((await sfu?.source(machineId, playerId)) ?? { type: 'screen', url: `/whep/${machineId}` }),
        iceServers: [...iceServers(playerId)],
      }),
      ...(cluster && { ping: CLUSTER_PING, onTaken: (taken) => cluster.send('page', taken) }),
      onActivity: (loginId) =>
        void sessions
          .touch(loginId)
          .catch((error: unknown) =>
            logOf('logins').error({ err: error }, 'the use of a login could not be stored'),
          ),
    })
    cluster?.start({
      floor: ownFloor,
      video,
      sessions,
      onPage: realtime.applyTaken,
      onOwned: realtime.resume,
    })
    // The embedded database belongs to this process alone.
    const shared = cluster && {
      address: cluster.address(),
      onClaimed(machineIds: string[]) {
        cluster.send('owned', machineIds)
        realtime.resume(machineIds)
      },
    }
    const lease = databaseUrl
      ? await startLease({ db, node, floor: ownFloor, log: logOf('lease'), ...(shared && { shared }) })
      : undefined
    await openHealth(app, {
      ...config,
      db,
      floor,
      lease,
      realtime,
      video,
      metrics,
      isStopping: () => isStopping,
      isRedisConnected: () => cluster?.isConnected(),
    })
    sessions.onEnded((loginId, code) => realtime.endLogin(loginId, code))
    const onIdleError = (error: unknown) =>
      logOf('logins').error({ err: error }, 'idle logins could not be ended')
    disposal.defer(startIdleLogouts(sessions, systemClock, onIdleError))
    disposal.defer(() => realtime.close())
    disposal.defer(() => lease?.stop())
    // Players are informed first; their sockets stay open until their spins are settled.
    disposal.defer(() => floor.stop())
    disposal.defer(() => realtime.announceStop())
    disposal.defer(() => {
      isStopping = true
    })

    const address = await listen(app, config)
    const dataLocation = databaseUrl ? `the database of DATABASE_URL, the keys in ${dataDir}` : dataDir
    return { address, players, dataLocation, floor, stop: disposal.dispose }
  } catch (error) {
    await disposal.dispose()
    throw error
  }
}

interface PublicationParts {
  floor: Floor
  video: VideoEngine
  seats: Pick<PublicationsOptions, 'ownerOf' | 'onSeat' | 'spectators'>
  log: Log
}

/** The way of the pictures to an SFU. */
function openPublications(sfu: SfuConfig, { floor, video, seats, log }: PublicationParts): Publications {
  const isPlayed = (machineId: string) => {
    const owner = floor.ownerOf(machineId)
    const status = owner === undefined ? undefined : floor.session(owner).machine_status
    return status === 'playing' || status === 'cashing-out'
  }
  return createPublications({
    ...{ sfu, engine: video, scene: floor.scene, ...seats, isPlayed, clock: systemClock },
    log: (message) => log.warn({}, message),
  })
}

async function verifyIdentity(sessions: Sessions, token: string) {
  const verified = await sessions.verify(token)
  return verified.ok ? { ...verified.identity, expiresAt: verified.expiresAt } : { code: verified.code }
}

async function readWallet(db: Db, playerId: string) {
  const { balance, version } = await balanceOf(db, walletOf(playerId))
  return { balance, seq: version }
}

interface HealthParts extends Pick<Config, 'limits' | 'metricsToken'> {
  db: Db
  floor: Floor
  lease: Lease | undefined
  realtime: Realtime
  video: VideoEngine
  metrics: Metrics
  isStopping: () => boolean
  isRedisConnected: () => boolean | undefined
}

/** How long `/readyz` knows of database and video, however often it is called. */
const READINESS_MS = 1000

/** Connects the figures and the health routes to what they tell about. */
async function openHealth(app: FastifyInstance, parts: HealthParts): Promise<void> {
  const { floor, video, metrics, metricsToken, limits } = parts
  const databaseMs = () => answerMs(parts.db)
  const videoCpuMs = async () => (await video.stats())?.cpuMs
  metrics.readFrom({
    figures: floor.figures,
    sockets: parts.realtime.sockets,
    pictures: video.pictures,
    videoCpuMs,
    databaseMs,
    ownershipChanges: () => parts.lease?.changes() ?? 0,
    isRedisConnected: parts.isRedisConnected,
  })
  const answers = keepAnswer(() => Promise.all([databaseMs(), videoCpuMs()]), READINESS_MS, systemClock)
  const readiness = async () => {
    const [database, cpuMs] = await answers()
    return {
      database: database !== undefined,
      lease: parts.lease?.isHeld() ?? true,
      video: cpuMs !== undefined,
      running: !parts.isStopping(),
    }
  }
  const options = { readiness, metrics, metricsToken, callsPerMinute: limits.calls }
  await app.register((scope) => healthRoutes(scope, options))
}

/** ms until the database answers; undefined when it fails, or does not answer within 2 s. */
async function answerMs(db: Db): Promise<number | undefined> {
  const start = performance.now()
  const query = sql`select 1`.execute(db).then(
    () => performance.now() - start,
    () => undefined,
  )
  return Promise.race([query, setTimeout(2000, undefined, { ref: false })])
}
