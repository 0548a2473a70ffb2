import type pg from 'pg'

/**
 * Of every connection to a database server. The server ends one whose host is gone, as after a power cut,
 * within 11 s instead of two hours: until then it keeps its locks.
 */
export const SERVER_CONNECTION = {
  connectionTimeoutMillis: 8000,
  keepAlive: true,
  options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
} as const satisfies pg.ClientConfig
