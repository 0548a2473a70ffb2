import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { bin, root } from './step.ts'

/*
 * .dependency-cruiser.cjs checks the direction of imports; biome.json bans some names, sleeps, and what old
 * browsers do not know. A rule that matches nothing gives false confidence, so this plants one violation of
 * each rule in a scratch tree, beside imports that must stay allowed.
 */

const from = (name: string) => `import { x } from '${name}'\nexport const y = x\n`
const TARGETS = [
  'src/contract/http.ts',
  'src/i18n/index.ts',
  'src/net/api.ts',
  'src/ui/toast.ts',
  'src/core/storage/storage.ts',
  'src/core/session/state.ts',
  'src/features/lobby/state.ts',
  'src/features/lobby/actions.ts',
  'src/features/lobby/helper.ts',
  'src/features/game/play/state.ts',
  'src/app/main.tsx',
  'platform/store/db.ts',
  'platform/http/server.ts',
  'platform/app.ts',
  'conformance/run.ts',
]

const FORBIDDEN: readonly (readonly [file: string, source: string])[] = [
  ['src/contract/a.ts', from('../i18n/index.ts')],
  ['src/net/a.ts', from('../core/session/state.ts')],
  ['src/net/b.ts', from('../i18n/index.ts')],
  ['src/i18n/a.ts', from('../core/storage/storage.ts')],
  ['src/ui/A.tsx', from('../net/api.ts')],
  ['src/ui/b.ts', from('../core/session/state.ts')],
  ['src/core/storage/a.ts', from('../session/state.ts')],
  ['src/core/session/a.ts', from('../../features/lobby/state.ts')],
  ['src/core/unlisted/a.ts', from('../session/state.ts')],
  ['src/features/lobby/a.ts', from('../game/play/state.ts')],
  ['src/features/game/a.ts', from('../lobby/helper.ts')],
  ['src/features/game/b.ts', from('../../app/main.tsx')],
  ['src/features/unlisted/a.ts', from('../../core/session/state.ts')],
  ['src/unlisted/a.ts', from('../core/session/state.ts')],
  ['src/features/game/APage.tsx', from('../../net/api.ts')],
  ['src/features/game/B.tsx', from('@fluentui/react-components')],
  ['src/features/game/C.tsx', from('socket.io-client')],
  ['src/features/game/D.tsx', from('../../../platform/app.ts')],
  ['src/features/search/state.ts', from('../../net/api.ts')],
  ['src/features/account/state.ts', from('wouter')],
  ['src/features/pwa/state.ts', from('./actions.ts')],
  ['src/features/kiosk/push.ts', from('../../ui/toast.ts')],
  ['src/features/extras/cycle.ts', from('./cycle-2.ts')],
  ['src/features/extras/cycle-2.ts', from('./cycle.ts')],
  ['platform/store/a.ts', from('../http/server.ts')],
  ['platform/http/a.ts', from('../app.ts')],
  ['platform/http/b.ts', from('../../src/net/api.ts')],
  ['platform/http/c.ts', from('../../e2e/run.ts')],
  ['conformance/a.ts', from('../platform/store/db.ts')],
  ['platform/store/b.ts', from('../../conformance/run.ts')],
  ['platform/unlisted/a.ts', from('../store/db.ts')],
  ['src/features/game/E.tsx', from('preact/hooks')],
  ['src/features/game/F.tsx', from('@preact/signals')],
  ['src/features/game/i.ts', "import { memo } from 'react'\nexport const y = memo\n"],
  ['src/features/game/g.ts', "export const y = () => fetch('/api')\n"],
  ['src/features/game/h.ts', "export const y = () => new WebSocket('/live')\n"],
  [
    'e2e/specs/a.spec.ts',
    'export const y = (page: { waitForTimeout(ms: number): void }) => page.waitForTimeout(5)\n',
  ],
]

const ALLOWED: readonly (readonly [file: string, source: string])[] = [
  ...TARGETS.map((file) => [file, 'export const x = 1\n'] as const),
  ['src/features/pwa/actions.ts', 'export const x = 1\n'],
  ['src/features/extras/lazy.chunk.ts', from('./lazy.ts')],
  ['src/features/extras/lazy.ts', "export const x = () => import('./lazy.chunk.ts')\n"],
  ['e2e/run.ts', 'export const x = 1\n'],
  ['src/features/preferences/state.ts', from('../../contract/http.ts')],
  ['src/features/held-machine/state.ts', from('../lobby/state.ts')],
  ['src/features/held-machine/actions.ts', from('../lobby/actions.ts')],
  ['src/features/wallet/state.ts', from('@preact/signals-react')],
  ['src/features/wallet/actions.ts', from('../../net/api.ts')],
  ['src/features/wallet/types.ts', "import type { ReactNode } from 'react'\nexport type Y = ReactNode\n"],
  ['src/features/lobby/LobbyPage.tsx', from('./actions.ts')],
  ['src/features/frame/Frame.tsx', from('../../ui/toast.ts')],
  ['src/ui/fluent.tsx', from('@fluentui/react-components')],
  ['src/net/socket.ts', from('socket.io-client')],
  ['src/net/call.ts', "export const y = () => fetch('/api')\n"],
  ['platform/realtime/a.ts', from('../../src/contract/http.ts')],
]

/** The files that Biome reports. */
function caughtByBiome(scratch: string): string[] {
  const args = ['lint', '--reporter=github', '--max-diagnostics=500']
  const { stdout } = spawnSync(bin('biome'), args, { cwd: scratch, encoding: 'utf8' })
  return [...stdout.matchAll(/^::error .*?file=([^,]+)/gm)].map(([, file = '']) => relative(scratch, file))
}

/** The files whose imports dependency-cruiser reports. */
function caughtByCruiser(scratch: string): string[] {
  const args = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'src',
    'platform',
    'conformance',
  ]
  const { stdout } = spawnSync(bin('depcruise'), args, {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const report: { summary: { violations: { from: string; cycle?: { name: string }[] }[] } } =
    JSON.parse(stdout)
  return report.summary.violations.flatMap(({ from: file, cycle = [] }) => [
    file,
    ...cycle.map(({ name }) => name),
  ])
}

/** Plants the violations and returns the complaints, one line each. Empty if every rule holds. */
export function provePlantedViolations(): string[] {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'reelcast-rules-')))
  try {
    const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    writeFileSync(join(scratch, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
    for (const file of ['package.json', '.dependency-cruiser.cjs', 'e2e/no-sleeps.grit'])
      cpSync(join(root, file), join(scratch, file))
    symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
    for (const [file, source] of [...ALLOWED, ...FORBIDDEN]) {
      mkdirSync(dirname(join(scratch, file)), { recursive: true })
      writeFileSync(join(scratch, file), source)
    }
    const caught = new Set([...caughtByBiome(scratch), ...caughtByCruiser(scratch)])
    const line = ([file, source]: readonly [string, string]) => `${file}: ${source.split('\n')[0]}`
    return [
      ...FORBIDDEN.filter(([file]) => !caught.has(file)).map((planted) => `not caught in ${line(planted)}`),
      ...ALLOWED.filter(([file]) => caught.has(file)).map((planted) => `wrongly caught in ${line(planted)}`),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
