import { comment, corsIntro, headerComments, intro } from './comments.ts'
import { corsRules } from './cors.ts'
import { type HeaderCase, quoted, type SiteFiles, type SiteHeader, siteHeaders } from './header-set.ts'

const variable = (name: string): string => `$reelcast_${name.toLowerCase().replaceAll('-', '_')}`
const key = ({ path }: HeaderCase): string =>
  typeof path === 'string' ? path : `"~${path.source.replaceAll('\\/', '/')}"`

function mapBlock(header: SiteHeader): string[] {
  const { name, value, cases = [] } = header
  if (cases.length === 0) return []
  return [
    ...headerComments(header),
    `map $uri ${variable(name)} {`,
    `    default ${quoted(value)};`,
    ...cases.map((other) => `    ${key(other)} ${quoted(other.value)};`),
    '}',
    '',
  ]
}

/** The headers as parts of an nginx configuration. */
export function formatNginx(files: SiteFiles, settings: unknown, reportUrl?: string): string {
  const headers = siteHeaders(files, settings, reportUrl)
  return [
    ...intro(),
    '',
    '# ---- in the http block',
    ...headers.flatMap(mapBlock),
    "# ---- in the server block of the app's files",
    ...comment(
      'nginx drops all of these in a location that has an add_header of its own: repeat them there, or have none.',
    ),
    ...headers.flatMap((header) =>
      header.cases?.length
        ? [`add_header ${header.name} ${variable(header.name)} always;`]
        : [...headerComments(header), `add_header ${header.name} ${quoted(header.value)} always;`],
    ),
    '',
    ...corsIntro(settings),
    ...corsRules(settings).flatMap(({ title, origin, paths, headers: cors }) => [
      '',
      `# ---- ${title}: in the server block of ${origin}`,
      ...paths.flatMap((path) => [
        `location ${path.endsWith('/') ? '' : '= '}${path} {`,
        ...Object.entries(cors).map(([name, value]) => `    add_header ${name} "${value}" always;`),
        '    if ($request_method = OPTIONS) { return 204; }',
        '    # proxy_pass …;',
        '}',
      ]),
    ]),
    '',
  ].join('\n')
}
