import type { PostgresPool } from 'kysely'

/** What Kysely's PostgreSQL dialect needs of a database. */
export interface Connections {
  readonly pool: PostgresPool
  readonly kind: 'pglite' | 'postgres'
  /** Ends what watches the connections, before the pool is closed. */
  readonly stop?: () => Promise<void>
}
