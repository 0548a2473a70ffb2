import pg from 'pg'

/** Identifies the platform's lock among the advisory locks of a database. */
const LOCK_KEY = 7_335_227_825
const RETRY_MS = 1000

async function tryLock(client: pg.Client, shared: boolean): Promise<boolean> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query(`select ${lock}($1::bigint) as locked`, [LOCK_KEY])
  return rows[0]?.locked === true
}

/**
 * Locks a database on a server for one platform, or for the processes that share it: others would not know of
 * their machines. The lock ends with its connection, so a killed process leaves none; a lost connection is
 * replaced until the lock is held again. Returns the release function. Throws an Error whose message is one
 * line.
 */
export async function lockDatabase(
  databaseUrl: string,
  onLost: (reason: string) => void,
  shared = false,
): Promise<() => Promise<void>> {
  let client: pg.Client
  let timer: NodeJS.Timeout | undefined
  let released = false

  async function connect(): Promise<boolean> {
    client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {})
    await client.connect()
    if (await tryLock(client, shared)) {
      client.once('end', recover)
      return true
    }
    await client.end()
    return false
  }

  function recover(): void {
    if (released) return
    onLost('the lock of the database was lost with its connection')
    timer = setTimeout(() => {
      connect().then(
        (locked) => {
          if (!locked) recover()
        },
        () => recover(),
      )
    }, RETRY_MS)
  }

  if (!(await connect())) throw new Error('the database is in use by another platform')
  return async () => {
    released = true
    clearTimeout(timer)
    await client.end().catch(() => {})
  }
}
