import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Db } from '../../store/db.ts'
import type { Camera } from './camera-viewers.ts'

/** Cameras that the floor file does not have any more, or not at that address. */
export interface EarlierCameras {
  /** By machine. */
  readonly cameras: ReadonlyMap<string, Camera>
  /** The viewers of an earlier camera have ended: stores the present one of its machine in its place. */
  forget(machineId: string): Promise<void>
}

const StoredCamera = v.object({ url: v.string(), api: v.optional(v.string()) })

/** Stores where the cameras of the floor file are watched, and returns the earlier ones. */
export async function storeCameras(db: Db, cameras: ReadonlyMap<string, Camera>): Promise<EarlierCameras> {
  const rows = await db.selectFrom('cabinets').select(['machine_id', 'camera']).execute()
  const stored = new Map(rows.map(({ machine_id, camera }) => [String(machine_id), camera]))
  const store = async (machineId: string) => {
    const camera = cameras.get(machineId)
    await db
      .updateTable('cabinets')
      .set({ camera: camera ? JSON.stringify(camera) : null })
      .where('machine_id', '=', Number(machineId))
      .execute()
  }
  const earlier = new Map<string, Camera>()
  for (const [machineId, camera] of stored) {
    const { url, api } = camera === null ? {} : v.parse(StoredCamera, camera)
    const before = url === undefined ? undefined : { url, api }
    if (isDeepStrictEqual(before, cameras.get(machineId))) continue
    if (before) earlier.set(machineId, before)
    else await store(machineId)
  }
  return { cameras: earlier, forget: store }
}
