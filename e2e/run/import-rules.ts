import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * The import rules live in biome.json, and so does the ban on sleeps in tests. A rule that matches nothing is
 * worse than none, so this plants one violation of each in a scratch tree, beside the imports that must stay
 * allowed, and lets the linter judge.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const from = (name: string) => `import { x } from '${name}'\nexport const y = x\n`

const FORBIDDEN: readonly (readonly [file: string, source: string])[] = [
  ['src/a/state.ts', from('../net/api.ts')],
  ['src/b/state.ts', from('./actions.ts')],
  ['src/c/state.ts', from('wouter')],
  ['src/d/state.ts', from('../ui/toast.ts')],
  ['src/a/live.ts', from('../lobby/actions.ts')],
  ['src/b/live.ts', from('../ui/toast.ts')],
  ['src/a/actions.ts', from('../ui/toast.ts')],
  ['src/b/actions.ts', from('../lobby/live.ts')],
  ['src/c/actions.ts', from('./live.ts')],
  ['src/d/actions.ts', from('../lobby/helper.ts')],
  ['src/a/LobbyPage.tsx', from('../net/api.ts')],
  ['src/b/Part.tsx', from('@fluentui/react-components')],
  ['src/c/Part.tsx', from('socket.io-client')],
  ['src/d/Part.tsx', from('../../platform/app.ts')],
  ['src/e/Part.tsx', from('preact/hooks')],
  ['src/f/Part.tsx', from('@preact/signals')],
  ['src/g/helper.ts', "export const y = () => fetch('/api')\n"],
  ['src/h/helper.ts', "export const y = () => new WebSocket('/live')\n"],
  ['src/ui/Part.tsx', from('../net/api.ts')],
  ['src/net/api.ts', from('../../platform/app.ts')],
  ['src/net/whep.ts', from('@fluentui/react-components')],
  ['src/contract/http.ts', from('../i18n/index.ts')],
  ['platform/http/app.ts', from('../../src/net/api.ts')],
  ['platform/http/b.ts', from('../run.ts')],
  [
    'e2e/specs/a.spec.ts',
    'export const y = (page: { waitForTimeout(ms: number): void }) => page.waitForTimeout(5)\n',
  ],
]

const ALLOWED: readonly (readonly [file: string, source: string])[] = [
  ['src/k/state.ts', from('../contract/http.ts')],
  ['src/l/state.ts', from('../wallet/state.ts')],
  ['src/m/state.ts', from('@preact/signals-react')],
  ['src/k/live.ts', from('../net/socket.ts')],
  ['src/k/actions.ts', from('../net/api.ts')],
  ['src/l/actions.ts', from('../session/actions.ts')],
  ['src/m/actions.ts', from('./helper.ts')],
  ['src/k/LobbyPage.tsx', from('./actions.ts')],
  ['src/l/LobbyPage.tsx', from('../ui/Button.tsx')],
  ['src/ui/fluent.tsx', from('@fluentui/react-components')],
  ['src/net/socket.ts', from('socket.io-client')],
  ['src/net/call.ts', "export const y = () => fetch('/api')\n"],
  ['platform/live/a.ts', from('../../src/contract/live.ts')],
]

/** The linter's word on every planted file: the complaints, one line each; empty when the rules hold. */
export function provePlantedViolations(): string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'reelcast-rules-'))
  try {
    const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    writeFileSync(join(scratch, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
    for (const file of ['package.json', 'e2e/no-sleeps.grit']) cpSync(join(root, file), join(scratch, file))
    for (const [file, source] of [...FORBIDDEN, ...ALLOWED]) {
      mkdirSync(dirname(join(scratch, file)), { recursive: true })
      writeFileSync(join(scratch, file), source)
    }
    const biome = join(root, 'node_modules/.bin/biome')
    const args = ['lint', '--reporter=github', '--max-diagnostics=500']
    const { stdout } = spawnSync(biome, args, { cwd: scratch, encoding: 'utf8' })
    const errors = stdout.matchAll(/^::error .*?file=([^,]+)/gm)
    const caught = new Set([...errors].map(([, file]) => relative(realpathSync(scratch), file ?? '')))
    return [
      ...FORBIDDEN.filter(([file]) => !caught.has(file)).map(
        ([file, source]) => `not caught in ${file}: ${source.split('\n')[0]}`,
      ),
      ...ALLOWED.filter(([file]) => caught.has(file)).map(
        ([file, source]) => `wrongly caught in ${file}: ${source.split('\n')[0]}`,
      ),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
