import type { Platform } from './app.ts'
import type { Config } from './config/config.ts'

/** The messages of the process besides its log. */
export interface Announce {
  /** A slow step of the start. */
  step(step: string): void
  ready(platform: Platform): void
  stopping(): void
  failed(reason: string): void
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

function printReady({ address, players, dataLocation }: Platform): void {
  const playerLines = players.map(
    ({ username, password, pin }) => `  ${username.padEnd(10)} password ${password.padEnd(24)} PIN ${pin}`,
  )
  const lines = [
    `Reelcast is ready: ${address}`,
    ...(playerLines.length > 0 ? ['', 'Players to try it with:', ...playerLines] : []),
    '',
    `The data lies in ${dataLocation}.`,
    'Press Ctrl-C to stop.',
  ]
  print(lines.join('\n'))
}

const text: Announce = {
  step: (step) => print(`${step} ...`),
  ready: printReady,
  stopping: () => print('Stopping ...'),
  failed: (reason) => void process.stderr.write(`Reelcast cannot start: ${reason}\n`),
}

function line(level: 'info' | 'fatal', code: string, msg: string, details: object = {}): void {
  const entry = { level, time: new Date().toISOString(), pid: process.pid, code, ...details, msg }
  print(JSON.stringify(entry))
}

/** The demo players' passwords are not printed here: they are in DATA_DIR/demo.json. */
const json: Announce = {
  step: (step) => line('info', 'start-step', step),
  ready: ({ address, dataLocation }) => line('info', 'ready', 'Reelcast is ready', { address, dataLocation }),
  stopping: () => line('info', 'stopping', 'Reelcast stops'),
  failed: (reason) => line('fatal', 'start-failed', `Reelcast cannot start: ${reason}`),
}

/** Lines for people, or JSON like the log's. */
export const announceAs = (format: Config['logFormat']): Announce => (format === 'json' ? json : text)
