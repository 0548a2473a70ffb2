/** A message to the platform and its answer; `sent` and `got` are for the report and contain no secret. */
export interface Exchange {
  readonly sent: string
  readonly got: string
  /** The answer's JSON; undefined if it is not JSON. */
  readonly body: unknown
}

const MAX_LENGTH = 400
const SECRETS = new Set(['password', 'token', 'pin_code', 'credential'])
/** In the query of an address, such as that of a picture. */
const SECRET_PARAMETER = /([?&][^=&\s"]*(?:token|password|secret|credential)[^=&\s"]*=)[^&#\s"]+/gi

/** A value as JSON for the report: secrets are masked, and a long one is cut. */
export function formatJson(value: unknown): string {
  const masked = (key: string, part: unknown) =>
    SECRETS.has(key) && typeof part === 'string' && part !== '' ? '…' : part
  return shorten(JSON.stringify(value, masked) ?? 'nothing')
}

/** A text in one line for the report, cut and with masked secrets. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const cut = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
  return cut.replace(SECRET_PARAMETER, '$1…')
}
