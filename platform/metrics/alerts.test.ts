import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'

/* The alarms of docs/operator/deploy, evaluated by Prometheus' own tool where it is installed. */

const RULES = fileURLToPath(new URL('../../docs/operator/deploy/reelcast-alerts.yml', import.meta.url))
const PROMTOOL = 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0
/** Values of a series, a minute apart, in promtool's notation, by instance. */
type Series = Readonly<Record<string, string>>

/** What promtool finds wrong; empty: the alarm fires at exactly these minutes of those that are asked for. */
function check(alert: string, metric: string, series: Series, fires: Readonly<Record<number, boolean>>) {
  const folder = scratchFolder()
  const file = join(folder, 'test.json')
  const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`
  const content = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([instance, values]) => ({
          ...{ series: `${metric}{instance="${instance}"}`, values },
        })),
        promql_expr_test: Object.entries(fires).map(([minute, isFiring]) => ({
          expr,
          eval_time: `${minute}m`,
          exp_samples: [{ labels: '{}', value: Number(isFiring) }],
        })),
      },
    ],
  }
  // Its files are YAML, of which JSON is a part.
  writeFileSync(file, JSON.stringify(content))
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

test.skipIf(!hasPromtool)('a rolling restart, which moves the controllers, raises no alarm', () => {
  const restarted = { a: '10x29 stale _x2 0x1 10x60', b: '10x29 20x4 10x60' }
  const fires = { 20: false, 45: false, 80: false }
  expect(check('ReelcastControllerGone', 'reelcast_controllers', restarted, fires)).toBe('')
})

test.skipIf(!hasPromtool)('a controller that goes raises an alarm', () => {
  const gone = { a: '10x60 9x120', b: '10x180' }
  const fires = { 60: false, 70: true, 100: true }
  expect(check('ReelcastControllerGone', 'reelcast_controllers', gone, fires)).toBe('')
})
