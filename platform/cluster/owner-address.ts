import type { Db } from '../store/db.ts'

/** host:port of another process that owns a machine at the database. `node`: the id of this process. */
export async function ownerAddress(db: Db, node: string, machineId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('machines')
    .innerJoin('nodes', 'nodes.id', 'machines.owner')
    .select('nodes.address')
    .where('machines.id', '=', Number(machineId))
    .where('nodes.id', '!=', node)
    .executeTakeFirst()
  return row?.address ?? undefined
}
