import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Lease, startLease } from '../cluster/lease.ts'
import { clientAddress, proxyMatcher } from '../config/client-address.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { systemClock } from '../lib/clock.ts'
import { startCommandWatch } from '../players/command-watch.ts'
import type { Logins } from '../players/logins.ts'
import { startIdleLogouts } from '../players/open-logins.ts'
import { serveControllers } from '../realtime/controller-sockets.ts'
import { createRealtime, type Realtime } from '../realtime/realtime.ts'
import type { Db } from '../store/db.ts'
import type { Accounts } from './accounts.ts'
import { followCountryTable } from './country-table.ts'
import type { Foundation } from './foundation.ts'
import type { Machines } from './machines.ts'
import type { Store } from './store.ts'
import type { VideoDelivery } from './video-delivery.ts'

/** The clients of a dead process reconnect to another one within 5 s. */
const CLUSTER_PING = { pingInterval: 1500, pingTimeout: 3000 }

export interface Channels {
  readonly realtime: Realtime
  /** With a database server; proves that this process still owns its machines. */
  readonly lease: Lease | undefined
}

/**
 * Opens the players' sockets and the messages between processes, and takes the lease. Closing informs the
 * players first; their sockets stay open until their spins are settled.
 */
export async function openChannels(
  foundation: Foundation,
  store: Store,
  { logins, loginClock }: Accounts,
  machines: Machines,
  delivery: VideoDelivery,
): Promise<Channels> {
  const { app, config, countries, disposal, logOf, onError, permits } = foundation
  const { db, cluster } = store
  const { floor, ownFloor, video } = machines
  const isProxy = proxyMatcher(config.trustProxy)
  const onTouchError = onError('logins', 'the use of a login could not be stored')
  const realtime = createRealtime(app.server, {
    floor,
    log: logOf('sockets'),
    clock: loginClock,
    verify: (token) => verifyIdentity(logins, token),
    signedLogin: async (token) => (await logins.signedBy(token))?.loginId,
    permits: (request) => permits(clientAddress(request, isProxy)),
    addressOf: (request) => clientAddress(request, isProxy),
    wallet: (playerId) => readWallet(db, playerId),
    onVideoLost: video.onLost,
    videoSource: delivery.source,
    hasOwnersVideo: delivery.areOwners,
    ...(cluster && { ping: CLUSTER_PING, onTaken: (taken) => cluster.send('page', taken) }),
    onForbidden(loginId) {
      delivery.endPictures(loginId)
      cluster?.send('forbidden', loginId)
    },
    onActivity: (loginId) => void logins.touch(loginId).catch(onTouchError),
  })
  const { applyTaken: onPage, resume: onOwned, reconnectAll: onLoss } = realtime
  await openControllers(foundation, machines)
  const { endPictures: onForbidden } = delivery
  cluster?.start({ floor: ownFloor, video, logins, onPage, onOwned, onLoss, onForbidden })
  const lease = config.databaseUrl ? await takeLease(foundation, store, ownFloor, realtime) : undefined
  logins.onEnded((loginId, code) => realtime.endLogin(loginId, code))
  const onIdleError = onError('logins', 'idle logins could not be ended')
  disposal.defer(startIdleLogouts(logins, systemClock, onIdleError))
  const onWatchError = onError('logins', "an operator's command could not be applied")
  const expel = (playerId: string) => floor.expel(playerId)
  const pushBalance = async (playerId: string) => floor.emitBalance(playerId, await readWallet(db, playerId))
  const { reread } = floor
  disposal.defer(startCommandWatch({ db, logins, expel, reread, pushBalance }, systemClock, onWatchError))
  if (config.countryTable !== undefined)
    disposal.defer(followCountryTable(countries, realtime.endForbidden, systemClock, logOf('countries')))
  disposal.defer(() => realtime.close())
  disposal.defer(() => lease?.stop())
  disposal.defer(() => floor.stop())
  disposal.defer(() => realtime.announceStop())
  return { realtime, lease }
}

/**
 * Accepts the controllers of the floor's cabinets, if it has any, on the players' port or one of their own.
 */
async function openControllers(
  { app, config, disposal, logOf, plan }: Foundation,
  { floor }: Machines,
): Promise<void> {
  const cabinets = plan?.machines.filter(({ driver }) => driver === 'controller') ?? []
  if (cabinets.length === 0) return
  const isProxy = proxyMatcher(config.trustProxy)
  const keys = new Map(cabinets.map(({ id, keyHash = '' }) => [keyHash, String(id)]))
  const isShared = config.controllerPort === undefined
  const server = isShared ? app.server : createServer((_, response) => response.writeHead(404).end())
  const close = serveControllers(server, {
    ...{ floor, keys, isShared, log: logOf('controllers') },
    addressOf: (request) => clientAddress(request, isProxy),
  })
  disposal.defer(close)
  if (isShared) return
  const { host, controllerPort: port } = config
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`CONTROLLER_PORT ${port} on ${host} cannot be opened: ${error.code}`)
  })
  disposal.defer(() => void server.close())
}

/** Pages of every process are connected to the machines that this one has claimed. */
function takeLease(
  { logOf }: Foundation,
  { db, node, cluster }: Store,
  floor: Machines['ownFloor'],
  { resume, resumeAll }: Realtime,
): Promise<Lease> {
  // Without other processes on the database no machine changes its owner.
  const shared = cluster && {
    address: cluster.address(),
    onClaimed(machineIds: string[]) {
      cluster.send('owned', machineIds)
      resume(machineIds)
    },
    onRenewedLate: resumeAll,
  }
  return startLease({ db, node, floor, log: logOf('lease'), ...(shared && { shared }) })
}

async function verifyIdentity(logins: Logins, token: string) {
  const verified = await logins.verify(token)
  return verified.ok ? { ...verified.identity, expiresAt: verified.expiresAt } : { code: verified.code }
}

async function readWallet(db: Db, playerId: string) {
  const { balance, version } = await balanceOf(db, walletOf(playerId))
  return { balance, seq: version }
}
