/** Where an offer was answered. */
export interface Answered {
  /** The address of the server that has answered, to which what it names is relative. */
  readonly base: string
  /** The session's URL on the server; undefined unless one was opened and is named. */
  readonly session: string | undefined
  /** A server on another origin has answered, to which the asked one has redirected: it gets no token. */
  readonly isElsewhere: boolean
}

const absolute = (url: string) => new URL(url, globalThis.location?.href)

/** Reads where an offer to `asked` was answered. */
export function answeredAt(asked: string, { ok, status, url, headers }: Response): Answered {
  const base = url || asked
  const location = headers.get('location')
  return {
    base,
    session: location && (ok || status === 406) ? new URL(location, absolute(base)).href : undefined,
    isElsewhere: absolute(base).origin !== absolute(asked).origin,
  }
}
