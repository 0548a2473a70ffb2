import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/testing/lib/free-port.ts'

/** WebKitWebDriver on a virtual screen of its own. */
export interface DriverPrograms {
  /** Where the driver accepts commands. */
  readonly address: string
  /** An empty folder, which is removed at the end. */
  readonly folder: string
  /** What the driver and its browser have printed: the console's messages and the browser's warnings. */
  log(): string
  /** Resolves when `text` is in the log after the position `from`; rejects after `ms`. */
  logged(text: string, from: number, ms: number): Promise<void>
  /** Ends the programs, and with them the browser. */
  end(): void
}

const START_MS = 15_000
const RETRY_MS = 50

/** Rejects if the program cannot be started. Its stderr and a third stream are readable. */
async function start(name: string, args: string[], env: Record<string, string> = {}): Promise<ChildProcess> {
  const stdio = ['ignore', 'ignore', 'pipe', 'pipe'] as const
  const program = spawn(name, args, { env: { ...process.env, ...env }, stdio: [...stdio] })
  await once(program, 'spawn')
  return program
}

/** Starts a virtual screen and returns its display. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const screen = await start('Xvfb', args)
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data', {
    signal: AbortSignal.timeout(START_MS),
  })
  return { screen, display: `:${String(number).trim()}` }
}

/** Rejects if the driver does not answer within START_MS. */
async function untilReady(address: string): Promise<void> {
  const deadline = performance.now() + START_MS
  for (;;) {
    try {
      await fetch(`${address}/status`)
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }
}

export async function startDriver(): Promise<DriverPrograms> {
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-webkit-'))
  const programs: ChildProcess[] = []
  const end = () => {
    process.off('exit', end)
    for (const program of programs) program.kill()
    // Again while the browser, which ends now, still writes.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', end)
  try {
    const { screen, display } = await startScreen()
    programs.push(screen)
    const port = await freePort()
    const driver = await start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: display })
    programs.unshift(driver)
    const { stderr } = driver
    if (!stderr) throw new Error('the driver has no stderr')
    let log = ''
    stderr.on('data', (chunk: Buffer) => {
      log += chunk
    })
    const address = `http://127.0.0.1:${port}`
    await untilReady(address)
    return {
      address,
      folder,
      log: () => log,
      async logged(text, from, ms) {
        const signal = AbortSignal.timeout(ms)
        while (!log.slice(from).includes(text)) await once(stderr, 'data', { signal })
      },
      end,
    }
  } catch (error) {
    end()
    throw error
  }
}
