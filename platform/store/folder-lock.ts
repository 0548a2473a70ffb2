import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dispose } from '../../src/contract/result.ts'
import { messageOf } from '../lib/message-of.ts'

/**
 * The start time of a process in clock ticks since boot; undefined if it is dead or the system has no /proc.
 */
function processStartTime(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM'
  }
}

const heldFiles = new Set<string>()

/** Far longer than a process takes from reading the lock to writing its own. */
const SETTLE_MS = 50

/**
 * Writes a lock, and returns the one that holds: of processes that find a folder free at the same time, the
 * last one to write has it.
 */
function writeLock(file: string, lock: string): string {
  writeFileSync(file, lock)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS)
  return readText(file)
}

/** Whether another process, or this one, has the folder by this lock. */
function isTaken(file: string, lock: string): boolean {
  const [pid, start = ''] = lock.split(' ')
  const owner = Number(pid)
  if (heldFiles.has(file)) return true
  return owner !== process.pid && owner > 0 && isAlive(owner) && (processStartTime(owner) ?? '') === start
}

/**
 * Creates the folder and locks it for this process: two platforms would corrupt an embedded database. The
 * lock of a killed process is stale: its pid is dead or belongs to a later process. Returns the release
 * function. Throws an Error whose message is one line.
 */
export function lockFolder(folder: string): Dispose {
  const file = join(folder, 'reelcast.pid')
  const own = `${process.pid} ${processStartTime(process.pid) ?? ''}`.trim()
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = readText(file)
    const lock = isTaken(file, found) ? found : writeLock(file, own)
    if (lock !== own || heldFiles.has(file)) throw new Error(`it is in use by process ${lock.split(' ')[0]}`)
  } catch (error) {
    throw new Error(`the data folder ${folder} can not be used: ${messageOf(error)}`)
  }
  heldFiles.add(file)
  return () => {
    heldFiles.delete(file)
    rmSync(file, { force: true })
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
