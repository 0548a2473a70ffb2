import type pg from 'pg'

/**
 * The server ends a connection whose host is gone, as after a power cut, within 11 s instead of two hours:
 * until then it keeps its locks.
 */
const KEEPALIVES = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * Of every connection to a database server. The operator's options, of the address or else of PGOPTIONS, come
 * after the own ones, so that they win.
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
    options: `${KEEPALIVES} ${given}`.trim(),
  } satisfies pg.ClientConfig
}
