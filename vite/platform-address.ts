/** The addresses that mean every address of the machine. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '::'])

/** Where the platform listens that `npm run dev` starts with this environment. */
export function platformAddress({ PORT, HOST }: NodeJS.ProcessEnv): string {
  const given = HOST?.trim() || '127.0.0.1'
  const host = ALL_ADDRESSES.has(given) ? '127.0.0.1' : given
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT?.trim() || 8080}`
}
