import { readSettings } from '../../src/contract/settings.ts'
import { BRANDS } from '../brands/index.ts'
import { spinLimits } from '../config/settings-file.ts'
import { videoAddresses } from '../config/video-addresses.ts'
import { createFloor, type Floor } from '../floor/ports/floor.ts'
import { cryptoRandom, GAMES } from '../games/index.ts'
import { stillPath } from '../http/still-route.ts'
import { whepPath } from '../http/whep.ts'
import { measureFloor, measureVideo } from '../metrics/measure.ts'
import { startVideo, type VideoEngine } from '../video/client/engine.ts'
import type { Foundation } from './foundation.ts'
import type { Store } from './store.ts'

export interface Machines {
  /** The floor of all processes. */
  readonly floor: Floor
  /** The machines that this process owns. */
  readonly ownFloor: Floor
  readonly video: VideoEngine
}

/** Starts the video and the machines that it shows. */
export async function openMachines(foundation: Foundation, store: Store): Promise<Machines> {
  const { app, config, disposal, logOf, metrics, settings } = foundation
  const { db, node, cluster } = store
  const engine = startVideo({
    log: (message) => app.log.warn({ code: 'video' }, message),
    ...config.video,
    ...videoAddresses(config),
    // Identifies the process to which a viewer's request is forwarded.
    ...(cluster && { idPrefix: `${node}.` }),
  })
  const video = measureVideo(engine, metrics)
  // The video process has no state to save, so its end is not awaited.
  disposal.defer(() => video.stop(), true)
  // Tests and benches play the demo faster than the app does.
  const limits = config.demo ? undefined : spinLimits(await settings.read())
  const ownFloor = await createFloor({
    node,
    shared: cluster !== undefined,
    db,
    log: logOf('floor'),
    video: cluster?.video(video) ?? video,
    games: GAMES,
    brands: BRANDS,
    random: cryptoRandom,
    machines: config.floorMachines,
    plan: foundation.plan,
    simulate: config.simulate,
    idleMs: config.seatIdleMs,
    minLoad: config.minLoad,
    timeZone: config.timeZone,
    ...(limits && { minCycleMs: limits.cycle, maxStake: limits.maxStake }),
    allowsEmptyWallet: async () => readSettings((await settings.read()).value).settings.zeroBalancePlay,
    stillOf: stillPath,
    ...(config.spectators && { watchUrlOf: whepPath }),
  })
  const floor = (await cluster?.join(ownFloor, app, disposal.isDisposing)) ?? ownFloor
  return { floor: measureFloor(floor, metrics), ownFloor, video }
}
