import type { Config } from './config/config.ts'
import { hasAttractPictures, hasQualityReports } from './config/settings-file.ts'
import { type DemoPlayer, openDemo } from './demo.ts'
import type { Floor } from './floor/ports/floor.ts'
import { registerApi } from './http/api.ts'
import { listen } from './http/listen.ts'
import { chatIdentities } from './players/chat-identity.ts'
import { DEMO_EXTRAS, EMPTY_EXTRAS } from './players/demo-extras.ts'
import { openAccounts } from './wiring/accounts.ts'
import { openChannels } from './wiring/channels.ts'
import { layFoundation, type OnStep } from './wiring/foundation.ts'
import { openHealth } from './wiring/health.ts'
import { openMachines } from './wiring/machines.ts'
import { openStore, startUpkeep } from './wiring/store.ts'
import { openVideoDelivery } from './wiring/video-delivery.ts'

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

/**
 * Starts a platform: opens its layers from the bottom to the top, and closes them in reverse. If one fails it
 * closes the others and throws an Error whose message is one line.
 */
export async function createPlatform(config: Config, onStep: OnStep): Promise<Platform> {
  const foundation = await layFoundation(config, onStep)
  const { app, built, countries, disposal, metrics, permits, settings } = foundation
  const { dataDir, databaseUrl, demo, chatSecret } = config
  try {
    const store = await openStore(foundation)
    const { db } = store
    onStep('preparing the demo players')
    const players = demo ? await openDemo(db, dataDir) : []
    const accounts = await openAccounts(foundation, store)
    startUpkeep(foundation, store, accounts)

    onStep('setting up the floor')
    const machines = await openMachines(foundation, store)
    const { floor } = machines
    const delivery = await openVideoDelivery(foundation, store, accounts, machines)
    await registerApi(app, {
      ...accounts,
      db,
      config,
      settings,
      now: Date.now,
      countries,
      floor,
      onBalance: floor.emitBalance,
      extras: demo ? DEMO_EXTRAS : EMPTY_EXTRAS,
      chatIdentity: chatSecret ? chatIdentities(accounts.keys.pseudonymKey, chatSecret) : undefined,
      quality: {
        observeQuality: metrics.observeQuality,
        html: built?.html,
        isOn: async () => hasQualityReports(await settings.read()),
      },
      stills: delivery.stills,
      attract: { isOn: async () => hasAttractPictures(await settings.read()), permits },
      extraRoutes: delivery.routes,
    })
    disposal.defer(() => app.close())
    const channels = await openChannels(foundation, store, accounts, machines, delivery)
    await openHealth(foundation, store, machines, channels)

    const address = await listen(app, config)
    const dataLocation = databaseUrl ? `the database of DATABASE_URL, the keys in ${dataDir}` : dataDir
    return { address, players, dataLocation, floor, stop: disposal.dispose }
  } catch (error) {
    await disposal.dispose()
    throw error
  }
}
