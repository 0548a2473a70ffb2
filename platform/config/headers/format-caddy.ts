import { corsIntro, headerComments, intro } from './comments.ts'
import { corsRules } from './cors.ts'
import { type HeaderCase, quoted, type SiteFiles, type SiteHeader, siteHeaders } from './header-set.ts'

const variable = (name: string): string => `{reelcast_${name.toLowerCase().replaceAll('-', '_')}}`
const key = ({ path }: HeaderCase): string =>
  typeof path === 'string' ? path : `\`~${path.source.replaceAll('\\/', '/')}\``

function siteLines(header: SiteHeader): string[] {
  const { name, value, cases = [] } = header
  if (cases.length === 0) return [...headerComments(header), `header ${name} ${quoted(value)}`, '']
  return [
    ...headerComments(header),
    `map {path} ${variable(name)} {`,
    ...cases.map((other) => `\t${key(other)} ${quoted(other.value)}`),
    `\tdefault ${quoted(value)}`,
    '}',
    `header ${name} ${variable(name)}`,
    '',
  ]
}

/** The headers as parts of a Caddyfile. */
export function formatCaddy(files: SiteFiles, settings: unknown, reportUrl?: string): string {
  return [
    ...intro(),
    '',
    "# ---- in the site block of the app's files",
    ...siteHeaders(files, settings, reportUrl).flatMap(siteLines),
    ...corsIntro(settings),
    ...corsRules(settings).flatMap(({ title, origin, paths, headers: cors }, at) => {
      const matcher = `@reelcast${at + 1}`
      const patterns = paths.map((path) => (path.endsWith('/') ? `${path}*` : path)).join(' ')
      return [
        '',
        `# ---- ${title}: in the site block of ${origin}`,
        `${matcher} path ${patterns}`,
        ...Object.entries(cors).map(([name, value]) => `header ${matcher} ${name} "${value}"`),
        `${matcher}_preflight {`,
        '\tmethod OPTIONS',
        `\tpath ${patterns}`,
        '}',
        `respond ${matcher}_preflight 204`,
      ]
    }),
    '',
  ].join('\n')
}
