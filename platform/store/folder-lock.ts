import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** Whether another process, or this one, has the folder by this lock. */
function isTaken(file: string, lock: string): boolean {
  const [pid, start = ''] = lock.split(' ')
  const owner = Number(pid)
  if (heldFiles.has(file)) return true
  return owner !== process.pid && owner > 0 && isAlive(owner) && (processStartTime(owner) ?? '') === start
}

const isCode = (error: unknown, code: string) => error instanceof Error && Reflect.get(error, 'code') === code

/** Puts a written lock in its place. False: there is one already. */
function putLock(aside: string, file: string): boolean {
  try {
    linkSync(aside, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Takes a stale lock away. Meanwhile another process may have replaced it: what is taken away is looked at,
 * and put back unless it is the stale one.
 */
function removeStale(file: string, stale: string): void {
  const moved = `${file}.${randomUUID()}`
  try {
    renameSync(file, moved)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (readText(moved) !== stale) putLock(moved, file)
  rmSync(moved, { force: true })
}

/**
 * Writes a lock, and returns the one that holds. A lock is linked to its place as a whole: of processes that
 * find a folder free at the same time, the first one has it.
 */
function takeLock(file: string, own: string): string {
  const aside = `${file}.${randomUUID()}`
  try {
    for (;;) {
      const found = readText(file)
      if (isTaken(file, found)) return found
      if (!existsSync(aside)) writeFileSync(aside, own)
      if (putLock(aside, file)) return own
      const there = readText(file)
      if (!isTaken(file, there)) removeStale(file, there)
    }
  } finally {
    rmSync(aside, { force: true })
  }
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
    const lock = takeLock(file, own)
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
