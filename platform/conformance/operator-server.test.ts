import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runKit } from './test-kit.ts'

const TIMEOUT_MS = 120_000
const folder = new URL('../../docs/examples/operator-server/', import.meta.url)
const read = (file: string, base = folder) => readFileSync(new URL(file, base), 'utf8')

/** Starts the example with the modules of this project, and resolves to its address. */
async function startExample() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('server.mjs', folder))], {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const text of child.stdout) {
    output += text
    const [, port] = /port: (\d+)/.exec(output) ?? []
    if (port) return { child, address: `http://127.0.0.1:${port}` }
  }
  throw new Error(`the example did not start: ${output}`)
}

test(
  'the kit finds no fault in the example, on another origin than the app',
  async () => {
    const { child, address } = await startExample()
    try {
      const player = { username: 'anna', password: 'anna-1234' }
      const settings = {
        apiUrl: `${address}/api`,
        machineUrl: address,
        notificationUrl: address,
        socketToken: 'query',
      }
      const { code, output } = await runKit(
        'https://play.example',
        player,
        ['--allowance', '200000'],
        settings,
      )
      expect(output).toContain('holds      calls from https://play.example are permitted (CORS preflight)')
      expect(output).toContain('holds      a moving picture arrives')
      expect(output).toMatch(/^\d\d hold, \d+ optional and absent, 0 unchecked, 0 wrong\.$/m)
      expect(code).toBe(0)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  },
  TIMEOUT_MS,
)

test('the example is one short file on two packages, of the versions that are tested here', () => {
  expect(read('server.mjs').split('\n').length).toBeLessThan(300)
  const { dependencies } = JSON.parse(read('package.json'))
  const project = JSON.parse(read('package.json', new URL('../../', import.meta.url)))
  expect(Object.keys(dependencies).sort()).toEqual(['@roamhq/wrtc', 'socket.io'])
  for (const [name, version] of Object.entries(dependencies)) expect(project.dependencies[name]).toBe(version)
})
