/** An ICE server, as in RTCIceServer. */
export interface IceServer {
  readonly urls: string | readonly string[]
  readonly username?: string
  readonly credential?: string
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** ICE servers as values of the Link header, in WHEP's syntax. */
export function iceServerLinks(servers: readonly IceServer[]): string[] {
  return servers.flatMap(({ urls, username, credential }) =>
    [urls].flat().map((url) => {
      const login = username && `; username=${quoted(username)}; credential=${quoted(credential ?? '')}`
      return `<${url}>; rel="ice-server"${login ? `${login}; credential-type="password"` : ''}`
    }),
  )
}
