import { comment, corsIntro, headerComments, intro } from './comments.ts'
import { corsRules } from './cors.ts'
import { type SiteFiles, siteHeaders } from './header-set.ts'

const headingOf = (path: string | RegExp): string =>
  typeof path === 'string' ? path : `~${path.source.replaceAll('\\/', '/')}`

/**
 * The headers as plain text: a heading in brackets contains the paths (`~` marks a pattern), followed by
 * their headers. A later section replaces a header of an earlier one.
 */
export function formatText(files: SiteFiles, settings: unknown, reportUrl?: string): string {
  const headers = siteHeaders(files, settings, reportUrl)
  const sections = new Map<string, string[]>()
  for (const { name, cases = [] } of headers)
    for (const { path, value } of [...cases].reverse()) {
      const heading = headingOf(path)
      sections.set(heading, [...(sections.get(heading) ?? []), `${name}: ${value}`])
    }
  return [
    ...intro(),
    ...comment('A section further down replaces a header of one further up; "~" begins a pattern.'),
    '',
    '[every file]',
    ...headers.flatMap((header) => [...headerComments(header), `${header.name}: ${header.value}`]),
    ...[...sections].flatMap(([heading, lines]) => ['', `[${heading}]`, ...lines]),
    '',
    ...corsIntro(settings),
    ...corsRules(settings).flatMap(({ title, origin, paths, headers: cors }) => [
      '',
      `# ${title}`,
      `[${paths.map((path) => origin + path + (path.endsWith('/') ? '*' : '')).join(' ')}]`,
      ...Object.entries(cors).map(([name, value]) => `${name}: ${value}`),
    ]),
    '',
  ].join('\n')
}
