import type { BaseIssue } from 'valibot'

/** Maximum number of different lines in the console. */
const MAX_LINES = 200

/** How often each field could not be parsed since the page was loaded, by its line in the console. */
const counts = new Map<string, number>()
let total = 0

/** The type only: a value may be a player's. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The path of a field, such as `[].machine.name`; all items of a list are one field. */
const pathOf = (issue: BaseIssue<unknown>): string =>
  (issue.path ?? [])
    .map(({ key, input }) => (Array.isArray(input) ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '')

/**
 * For a union, the issues of the intended option: acknowledgements differ in `ok`, so an issue with `ok`
 * belongs to the other option.
 */
function fieldIssues(issue: BaseIssue<unknown>): { path: string; issue: BaseIssue<unknown> }[] {
  const path = pathOf(issue)
  const deeper = (issue.issues ?? []).filter((part) => part.path?.length)
  const meant = deeper.filter((part) => pathOf(part) !== 'ok')
  const chosen = meant.length > 0 ? meant : deeper
  if (chosen.length === 0) return [{ path, issue }]
  return chosen.flatMap((part) =>
    fieldIssues(part).map((field) => ({ ...field, path: [path, field.path].filter(Boolean).join('.') })),
  )
}

/** Replaces ids in a path: `/machine/12` becomes `/machine/{id}`. */
const callOf = (source: string) => source.replace(/\/[^/\s]*\d[^/\s]*/g, '/{id}')

/** Logs each field once, and counts each occurrence. */
export function logUnreadable(source: string, issues: readonly BaseIssue<unknown>[]): void {
  for (const { path, issue } of issues.flatMap(fieldIssues)) {
    const missing = issue.path?.at(-1)?.origin === 'key'
    const expected = missing ? 'a value' : (issue.expected ?? issue.type.replaceAll('_', ' '))
    const field = path ? ` ${path}` : ''
    const line = `${callOf(source)}${field}: expected ${expected}, got ${typeOf(issue.input)}`
    total++
    const before = counts.get(line)
    if (before === undefined && counts.size >= MAX_LINES) continue
    counts.set(line, (before ?? 0) + 1)
    // biome-ignore lint/suspicious/noConsole: the log line for the developer of the server
    if (before === undefined) console.warn(`reelcast: unreadable: ${line}`)
  }
}

/** What could not be parsed since the page was loaded: the total, and each field with its count. */
export const unreadableFields = (): { total: number; fields: readonly (readonly [string, number])[] } => ({
  total,
  fields: [...counts],
})
