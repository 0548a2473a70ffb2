import type { FastifyInstance } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import { QualityReport } from '../../src/contract/quality-report.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RequirePlayer } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { perMinute } from './rate-limit.ts'

/** Maximum size, bytes. The longest report that matches its schema has less than 1 KB. */
const BODY_LIMIT = 2048
/** Reports per player and minute. The app sends one per visit, and one every 5 minutes. */
const MAX_REPORTS = 20

export interface QualityRouteOptions {
  player: RequirePlayer
  observeQuality: Metrics['observeQuality']
  /** Whether the operator has turned the reports on. */
  isOn(): Promise<boolean>
  /** index.html of the app that this platform serves, if it serves one. */
  html: string | undefined
}

/**
 * POST /player/quality: adds a player's figures to the metrics, and stores neither the player nor the report.
 * 404 while the reports are off.
 */
export function qualityRoute(api: FastifyInstance, options: QualityRouteOptions): void {
  const { player, observeQuality, isOn, html = '' } = options
  const served = /data-build="(\w+)"/.exec(html)?.[1]
  api.post(
    '/player/quality',
    { bodyLimit: BODY_LIMIT, ...perMinute(MAX_REPORTS) },
    player(async (_, request, reply) => {
      if (!(await isOn())) return refuse(reply, Code.notFound)
      const report = parse(QualityReport, request.body)
      observeQuality(report, report.build === served ? 'current' : 'other')
      return { status: true, code: Code.success }
    }),
  )
}
