/*
 * Parses the output of `npm run settings -- --headers` as each kind of server would, as far as the output
 * needs. Unit tests compare the three formats; an end-to-end test serves the app with one.
 */

export interface ParsedHeaders {
  /** The headers of a file of the app, by lower-case name. */
  site(path: string): Record<string, string>
  /** The headers of a server on another origin, by address; undefined if none were printed. */
  cors(address: string): Record<string, string> | undefined
}

interface Rule {
  matches(path: string): boolean
  headers: [name: string, value: string][]
}

const lowerCase = (headers: readonly [string, string][]) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))

/** Matches a path, `/below/*` or `~pattern`. */
function matcher(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('~')) return (path) => new RegExp(pattern.slice(1)).test(path)
  if (pattern.endsWith('*')) return (path) => path.startsWith(pattern.slice(0, -1))
  return (path) => path === pattern
}

const withoutComments = (text: string) => text.split('\n').filter((line) => !/^\s*#/.test(line))

const found = (rules: readonly Rule[], address: string) => {
  const rule = rules.find(({ matches }) => matches(address))
  return rule && lowerCase(rule.headers)
}

function parseText(text: string): ParsedHeaders {
  const sections: { patterns: string[]; headers: [string, string][] }[] = []
  for (const line of withoutComments(text)) {
    const [, heading] = /^\[(.*)\]$/.exec(line) ?? []
    const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? []
    if (heading)
      sections.push({ patterns: heading === 'every file' ? ['/*'] : heading.split(' '), headers: [] })
    else if (name && value) sections.at(-1)?.headers.push([name, value])
    else if (line.trim()) throw new Error(`not understood: ${line}`)
  }
  const rules = sections.map(({ patterns, headers }) => ({
    matches: (path: string) => patterns.some((pattern) => matcher(pattern)(path)),
    headers,
  }))
  return {
    site: (path) => lowerCase(rules.filter(({ matches }) => matches(path)).flatMap(({ headers }) => headers)),
    cors: (address) => found(rules, address),
  }
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"')

/** `map` of nginx and Caddy: the first case that matches, else the default. */
function mapped(cases: readonly [key: string, value: string][], path: string): string {
  const hit = cases.find(([key]) => key !== 'default' && matcher(key)(path))
  return (hit ?? cases.find(([key]) => key === 'default'))?.[1] ?? ''
}

interface Blocks {
  maps: Map<string, [string, string][]>
  site: [name: string, value: string][]
  cors: Rule[]
}

const resolve = ({ maps, site, cors }: Blocks): ParsedHeaders => ({
  site: (path) =>
    lowerCase(
      site.map(([name, value]) => [name, maps.has(value) ? mapped(maps.get(value) ?? [], path) : value]),
    ),
  cors: (address) => found(cors, address),
})

function parseNginx(text: string): ParsedHeaders {
  const blocks: Blocks = { maps: new Map(), site: [], cors: [] }
  let origin = ''
  let entries: [string, string][] | undefined
  let location: Rule | undefined
  for (const line of text.split('\n')) {
    origin = /in the server block of (http\S+)$/.exec(line)?.[1] ?? origin
    if (/^\s*(#|$)/.test(line)) continue
    const [, variable] = /^map \$uri (\$\w+) \{$/.exec(line) ?? []
    const [, exact, path] = /^location (= )?(\S+) \{$/.exec(line) ?? []
    const [, key, value] = /^ {4}("[^"]*"|\S+) "([^"]*)";$/.exec(line) ?? []
    const [, name, given] = /^\s*add_header ([\w-]+) ("(?:[^"\\]|\\")*"|\$\w+) always;$/.exec(line) ?? []
    if (variable) {
      entries = []
      blocks.maps.set(variable, entries)
    } else if (path) {
      location = { matches: matcher(origin + path + (exact ? '' : '*')), headers: [] }
      blocks.cors.push(location)
    } else if (line === '}') {
      entries = undefined
      location = undefined
    } else if (name && given) (location?.headers ?? blocks.site).push([name, unquoted(given)])
    else if (key && value !== undefined && entries) entries.push([key.replaceAll('"', ''), value])
    else if (!/^ {4}if \(\$request_method = OPTIONS\) \{ return 204; \}$/.test(line))
      throw new Error(`not understood: ${line}`)
  }
  return resolve(blocks)
}

function parseCaddy(text: string): ParsedHeaders {
  const blocks: Blocks = { maps: new Map(), site: [], cors: [] }
  const rules = new Map<string, Rule>()
  let origin = ''
  let entries: [string, string][] | undefined
  for (const line of text.split('\n')) {
    origin = /in the site block of (http\S+)$/.exec(line)?.[1] ?? origin
    if (/^\s*(#|$)/.test(line)) continue
    const [, variable] = /^map \{path\} (\{\w+\}) \{$/.exec(line) ?? []
    const [, key, value] = /^\t(`[^`]*`|\S+) "([^"]*)"$/.exec(line) ?? []
    const [, named, patterns] = /^(@\w+) path (.+)$/.exec(line) ?? []
    const [, rule, name, given] = /^header (?:(@\w+) )?([\w-]+) ("(?:[^"\\]|\\")*"|\{\w+\})$/.exec(line) ?? []
    if (variable) {
      entries = []
      blocks.maps.set(variable, entries)
    } else if (line === '}') entries = undefined
    else if (named && patterns) {
      const tests = patterns.split(' ').map((pattern) => matcher(origin + pattern))
      const made = { matches: (address: string) => tests.some((test) => test(address)), headers: [] }
      rules.set(named, made)
      blocks.cors.push(made)
    } else if (name && given) {
      const headers = rule ? rules.get(rule)?.headers : blocks.site
      headers?.push([name, unquoted(given)])
    } else if (key && value !== undefined && entries) entries.push([key.replaceAll('`', ''), value])
    else if (!/^@\w+_preflight \{$|^\t(method|path) |^respond @\w+_preflight 204$/.test(line))
      throw new Error(`not understood: ${line}`)
  }
  return resolve(blocks)
}

export const PARSERS = { text: parseText, nginx: parseNginx, caddy: parseCaddy } as const
