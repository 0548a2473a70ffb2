import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** When a process started, in the kernel's own ticks; undefined where that can not be known or it is dead. */
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

const held = new Set<string>()

/**
 * Makes the folder and claims it for this process; two platforms writing to one embedded database would
 * destroy it. What a killed process left behind is no claim: its pid is dead or belongs to a later process.
 * Answers the release. Throws an Error with one clear line.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'reelcast.pid')
  const mine = `${process.pid} ${processStartTime(process.pid) ?? ''}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const [pid, start = ''] = readText(file).trim().split(' ')
    const owner = Number(pid)
    const other =
      owner !== process.pid && owner > 0 && isAlive(owner) && (processStartTime(owner) ?? '') === start
    if (other || held.has(file)) throw new Error(`it is in use by process ${owner}`)
    writeFileSync(file, mine)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`the data folder ${folder} can not be used: ${why}`)
  }
  held.add(file)
  return () => {
    held.delete(file)
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
