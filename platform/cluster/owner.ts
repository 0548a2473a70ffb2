import type { Db } from '../store/db.ts'

export interface Owner {
  /** The id of the process. */
  readonly node: string
  /** host:port. */
  readonly address: string
}

/** The process that owns a machine at the database; undefined: none can be reached. */
export async function ownerOf(db: Db, machineId: string): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('machines')
    .innerJoin('nodes', 'nodes.id', 'machines.owner')
    .select(['nodes.id', 'nodes.address'])
    .where('machines.id', '=', Number(machineId))
    .executeTakeFirst()
  return row?.address ? { node: row.id, address: row.address } : undefined
}
