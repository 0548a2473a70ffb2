import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const EXAMPLES = new URL('../../docs/examples/', import.meta.url)

/**
 * For tests: starts the server of an example with the modules of this project. Resolves once it listens on
 * its `address`; `stop` resolves after its exit.
 */
export async function startExample(name: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}/server.mjs`, EXAMPLES))], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  let output = ''
  for await (const text of child.stdout) {
    output += text
    const [, port] = /port: (\d+)/.exec(output) ?? []
    if (port) return { address: `http://127.0.0.1:${port}`, stop }
  }
  throw new Error(`the example did not start: ${output}`)
}
