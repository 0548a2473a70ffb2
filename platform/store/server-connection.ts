import type pg from 'pg'

/**
 * The server ends a connection whose host is gone, as after a power cut, within 11 s instead of two hours:
 * until then it keeps its locks.
 */
const KEEPALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'
const LIMITS = `${KEEPALIVE} -c statement_timeout=0 -c idle_session_timeout=0`

/** What this program takes for granted of a session, whatever server, database and role have as defaults. */
const SESSION = [
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'TimeZone=UTC',
  'bytea_output=hex',
  'extra_float_digits=1',
  'standard_conforming_strings=on',
  'default_transaction_isolation=read\\ committed',
  // Set in a session whose options have arrived; a pooler between may drop them.
  'reelcast.session=on',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/**
 * Of every connection to a database server. The operator's options, of the address or else of PGOPTIONS, win
 * over the time limits, and not over SESSION.
 */
export function serverConnection(databaseUrl: string) {
  const url = URL.parse(databaseUrl)
  const inUrl = url?.searchParams.get('options') ?? undefined
  // The client would take the address's options in place of all others.
  if (inUrl !== undefined) url?.searchParams.delete('options')
  const given = inUrl ?? process.env.PGOPTIONS ?? ''
  return {
    connectionString: inUrl === undefined ? databaseUrl : url?.href,
    connectionTimeoutMillis: 8000,
    keepAlive: true,
    options: [LIMITS, given, SESSION].join(' '),
  } satisfies pg.ClientConfig
}
