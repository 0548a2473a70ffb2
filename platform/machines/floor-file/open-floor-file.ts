import { readFile } from 'node:fs/promises'
import type { FloorPlan } from '../floor-plan.ts'
import { readFloor } from './read-floor.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** Reads FLOOR_FILE. Throws an Error whose message is one line and names the first mistake. */
export async function openFloorFile(file: string): Promise<FloorPlan> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`
    throw new Error(`FLOOR_FILE ${file}: ${reason}`)
  })
  if (text.length > MAX_BYTES) throw new Error(`FLOOR_FILE ${file}: it is larger than ${MAX_BYTES} bytes`)
  const read = readFloor(text)
  if ('plan' in read) return read.plan
  const [first, ...others] = read.mistakes
  const more = others.length > 0 ? ` ${others.length} more: npm run machines -- check ${file}` : ''
  throw new Error(`FLOOR_FILE ${file}:${first?.line}:${first?.column}  ${first?.text}${more}`)
}
