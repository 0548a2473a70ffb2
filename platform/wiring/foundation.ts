import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { addressFilter } from '../config/ip-addresses.ts'
import { readPublicFiles } from '../config/public-files.ts'
import { unmetOnPlatform } from '../config/settings/unmet-needs.ts'
import { openSettingsFile, type SettingsFile } from '../config/settings-file.ts'
import { readTls } from '../config/tls.ts'
import type { Log } from '../floor/context.ts'
import { measureCalls } from '../http/health-routes.ts'
import { probePort } from '../http/listen.ts'
import { createServer } from '../http/server.ts'
import { type BuiltApp, readBuiltApp } from '../http/static-files.ts'
import { createDisposalStack, type DisposalStack } from '../lib/disposal-stack.ts'
import { openFloorFile } from '../machines/floor-file/open-floor-file.ts'
import type { FloorPlan } from '../machines/floor-plan.ts'
import { measureLog } from '../metrics/measure.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { withoutUnpaidClaims } from '../players/claim-rules.ts'
import { type Countries, openCountries } from '../players/countries.ts'

/** Called before each slow step; `isBlocking`: the step blocks the event loop. */
export type OnStep = (step: string, isBlocking?: boolean) => void

/** The dependencies that each layer of a platform is opened with. */
export interface Foundation {
  readonly config: Config
  readonly onStep: OnStep
  /** Does not listen yet. Its logger serves all layers. */
  readonly app: FastifyInstance
  /** The served app, if there is one. */
  readonly built: BuiltApp | undefined
  readonly settings: SettingsFile
  /** The operator's brands and machines. */
  readonly plan: FloorPlan | undefined
  readonly metrics: Metrics
  readonly disposal: DisposalStack
  readonly countries: Countries
  /** Whether clients of this address are served. */
  permits(ip: string): boolean
  /** The log of one area, whose errors are counted. */
  logOf(area: string): Log
  /** Returns a function that logs failures of one area with this message. */
  onError(area: string, message: string): (error: unknown) => void
}

/** Makes the cheap checks, and the server. Throws an Error before anything needs to be closed. */
export async function layFoundation(config: Config, onStep: OnStep): Promise<Foundation> {
  const countries = openCountries(config)
  const plan = config.floorFile === undefined ? undefined : await openFloorFile(config.floorFile)
  const tls = readTls(config.tls)
  const cameras = plan?.machines.flatMap(({ camera }) => camera?.url ?? []) ?? []
  if (cameras.length > 0 && config.cameraSecret === undefined)
    throw new Error('VIDEO_SFU_SECRET must be set: FLOOR_FILE has cameras')
  const videoServers = [...(config.sfu ? [config.sfu.watchUrl] : []), ...cameras]
  const { appDir, publicDir, settingsFile } = config
  // Only the build's own file may be missing: without the operator's its defaults would protect less.
  const isOwn = settingsFile !== (appDir && join(appDir, 'Settings.json'))
  const settings = await openSettingsFile(settingsFile, {
    isRequired: isOwn,
    unmetOf: (value) => unmetOnPlatform(value, config),
  })
  const own = publicDir === undefined ? undefined : await readPublicFiles(publicDir)
  const built =
    appDir === undefined ? undefined : await readBuiltApp(appDir, settings, config.cspReportUrl, videoServers)
  await probePort(config)

  const isAnyClaimOff = config.discount.amount === 0 || config.bonus.amount === 0
  const adjustSettings = isAnyClaimOff ? (file: object) => withoutUnpaidClaims(file, config) : undefined
  const app = await createServer({ ...config, tls, built, adjustSettings })
  const { log } = app
  settings.onProblem((problem) => log.warn({ code: 'settings' }, problem))
  for (const { name, refusal } of own?.files ?? [])
    if (refusal)
      log.warn({ code: 'public-files' }, `${join(own?.root ?? '', name)} is not served: ${refusal}`)
  const metrics = createMetrics()
  measureCalls(app, metrics)
  const isAllowed = addressFilter(config.addresses)
  const logOf = (area: string) => measureLog(log, area, metrics)
  return {
    config,
    onStep,
    app,
    built,
    settings,
    plan,
    metrics,
    disposal: createDisposalStack((error) => log.error({ err: error }, 'something could not be closed')),
    countries,
    permits: (ip) => isAllowed(ip) && countries.isPermitted(ip),
    logOf,
    onError: (area, message) => (error) => logOf(area).error({ err: error }, message),
  }
}
