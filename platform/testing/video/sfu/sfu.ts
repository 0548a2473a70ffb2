import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'

export interface SfuCounts {
  port: number
  /** Offers that were answered, and those of them whose pictures are still open. */
  published: number
  open: number
  /** By their tokens; one that lost its connection is sent again. */
  publications: number
  /** Frames decoded, and the credit in the marker of the newest readable one. */
  frames: number
  credit: number | undefined
  /** What it answers to the question for its viewers. */
  viewers: number
}

/** An SFU's receiving end in a process of its own. */
export async function startTestSfu(secret: string, port = 0) {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = fork(new URL('./sfu-child.ts', import.meta.url), [String(port), secret], {
    execArgv: ['--import', tsx],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let counts: SfuCounts | undefined
  child.on('message', (message) => {
    counts = message as SfuCounts
  })
  const current = await vi.waitFor(() => {
    if (!counts?.port) throw new Error('the SFU does not listen yet')
    return counts
  }, 20_000)
  return {
    port: current.port,
    counts: () => counts ?? current,
    setViewers: (count: number) => void child.send(count),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
