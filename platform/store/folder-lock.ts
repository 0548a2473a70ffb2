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

/**
 * Creates the folder and locks it for this process: two platforms would corrupt an embedded database. The
 * lock of a killed process is stale: its pid is dead or belongs to a later process. Returns the release
 * function. Throws an Error whose message is one line.
 */
export function lockFolder(folder: string): Dispose {
  const file = join(folder, 'reelcast.pid')
  const content = `${process.pid} ${processStartTime(process.pid) ?? ''}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const [pid, start = ''] = readText(file).trim().split(' ')
    const owner = Number(pid)
    const isTaken =
      owner !== process.pid && owner > 0 && isAlive(owner) && (processStartTime(owner) ?? '') === start
    if (isTaken || heldFiles.has(file)) throw new Error(`it is in use by process ${owner}`)
    writeFileSync(file, content)
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
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
