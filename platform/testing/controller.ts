import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/* For tests and benches: the controller of docs/examples as a process, with its virtual cabinet. */

/** The address of its folder. */
export const EXAMPLE = new URL('../../docs/examples/controller/', import.meta.url).href
const MAIN = fileURLToPath(new URL('main.mjs', EXAMPLE))

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** The part of the virtual cabinet's file that is compared with the books. Cents. */
const StoredCabinet = v.object({
  credit: Whole,
  win: Whole,
  stake: Whole,
  games: Whole,
  /** One that waits for an attendant. */
  handPay: v.nullable(v.object({ cents: Whole })),
  meters: v.object({
    coinIn: Whole,
    coinOut: Whole,
    handPaid: Whole,
    transferIn: Whole,
    transferOut: Whole,
  }),
})
export type StoredCabinet = v.InferOutput<typeof StoredCabinet>

/** A new key, and its line of the floor file. */
export function createControllerKey() {
  const key = randomBytes(32).toString('base64url')
  return { key, hash: `sha256:${createHash('sha256').update(key).digest('hex')}` }
}

/**
 * Writes a floor of cabinets with the ids from 1 on, and settings without a minimum time between games.
 * Returns the environment of a platform with them.
 */
export function writeCabinetFloor(folder: string, hashes: readonly string[]) {
  const machines = hashes.map((key, at) => ({
    ...{ id: at + 1, name: `C${at + 1}`, brand: 'nar', driver: 'controller', key },
  }))
  const files = { FLOOR_FILE: join(folder, 'floor.json'), SETTINGS_FILE: join(folder, 'Settings.json') }
  writeFileSync(files.FLOOR_FILE, JSON.stringify({ machines }))
  writeFileSync(files.SETTINGS_FILE, JSON.stringify({ minSpinCycle: 0 }))
  return { ...files, DEMO: '0', LOG_LEVEL: 'warn', CALL_LIMIT: '100000' }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

interface Options {
  /** Its files. */
  readonly folder: string
  readonly machine: string
  readonly key: string
  /** The platform's, such as ws://127.0.0.1:8080/controllers. */
  readonly url: string
  readonly env?: Record<string, string>
  /** Of Node; the example's main module without them. */
  readonly args?: readonly string[]
}

/** Starts the controller. It can be killed and started again on its files. */
export function startController({ folder, machine, key, url, env, args = [MAIN] }: Options) {
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
  let output = ''
  let child = spawnController()

  function spawnController() {
    const process_ = spawn(process.execPath, args, {
      env: {
        ...{ PATH: process.env.PATH, CONTROLLER_URL: url, CONTROLLER_MACHINE: machine },
        ...{ CONTROLLER_KEY_FILE: keyFile, STATE_DIRECTORY: folder, GAME_MS: '50', ...env },
      },
      stdio: ['pipe', 'inherit', 'pipe'],
    })
    process_.stdin.on('error', () => {})
    process_.stderr.on('data', (text) => {
      output += text
    })
    return process_
  }
  async function kill(): Promise<void> {
    if (hasEnded(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  return {
    machine,
    /** Types a line at its standard input, such as `door`. Resolves with its answer, or when it is killed. */
    type: (line: string) =>
      new Promise<void>((resolve) => {
        const typedTo = child
        if (hasEnded(typedTo)) return resolve()
        const end = () => {
          typedTo.stderr.off('data', onAnswer)
          typedTo.off('exit', end)
          resolve()
        }
        const onAnswer = (text: string) => {
          if (/^(done|not possible)/m.test(String(text))) end()
        }
        typedTo.stderr.on('data', onAnswer)
        typedTo.once('exit', end)
        typedTo.stdin.write(`${line}\n`)
      }),
    /** Writes a line to its standard input. */
    write: (line: string) => child.stdin.write(`${line}\n`),
    output: () => output,
    kill,
    async restart(): Promise<void> {
      await kill()
      child = spawnController()
    },
    exited: () => once(child, 'exit'),
    /** What the cabinet has stored. */
    cabinet: (): StoredCabinet =>
      v.parse(StoredCabinet, JSON.parse(readFileSync(join(folder, 'cabinet.json'), 'utf8'))),
  }
}
export type TestController = ReturnType<typeof startController>
