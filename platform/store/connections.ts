import type { PostgresPool } from 'kysely'

/** The part of a database that Kysely's PostgreSQL dialect needs. */
export interface Connections {
  readonly pool: PostgresPool
  readonly kind: 'pglite' | 'postgres'
  /** Ends the supervision of the connections, before the pool is closed. */
  readonly stop?: () => Promise<void>
}
