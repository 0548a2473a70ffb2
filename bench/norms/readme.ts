import { type Clause, NORMS, type Norms, type Source, stateOf, testsOf } from './clauses.ts'

/* docs/norms/README.md, from the list. */

const HOLDERS = {
  app: 'app',
  platform: 'platform',
  operator: '**operator**',
  none: 'does not apply',
} as const
const STATES = { met: 'met', partly: '**partly**', unmet: '**not met**', open: '**open**' } as const

/** A text in a cell of a table. */
const cell = (text: string) => text.replace(/[|<*_]/g, '\\$&')

function formatTest(test: string): string {
  const [file = ''] = test.split(': ', 1)
  return `\`${file}\`: ${cell(test.slice(file.length + 2))}`
}

function row(one: Clause): string {
  const { id, level, asks, holder, settings, source } = one
  const state = stateOf(one)
  const note = typeof one.note === 'object' ? one.note.en : one.note
  const details = [
    ...(note ? [cell(note)] : []),
    ...(settings ? [`Settings: ${settings.map((key) => `\`${key}\``).join(', ')}`] : []),
    ...testsOf(one).map(formatTest),
  ]
  const cells = [
    level ? `${id} (${level})` : cell(id),
    cell(asks),
    HOLDERS[holder],
    state ? STATES[state] : '',
    details.join('<br>'),
    source,
  ]
  return `| ${cells.join(' | ')} |`
}

function table(norm: string, clauses: readonly Clause[]): string {
  const rows = clauses.filter((one) => one.norm === norm).map(row)
  return `## ${norm}\n\n| clause | asks | held by | state | note, settings, tests | source |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

function summary(clauses: readonly Clause[]): string {
  const rows = NORMS.map((norm) => {
    const own = clauses.filter((one) => one.norm === norm)
    const count = (is: (one: Clause) => boolean) => own.filter(is).length
    const states = Object.keys(STATES).map((state) => count((one) => stateOf(one) === state))
    const holders = ['operator', 'none'].map((holder) => count((one) => one.holder === holder))
    return `| ${[norm, own.length, ...states, ...holders].join(' | ')} |`
  })
  return `| norm | clauses | met | partly | not met | open | operator | does not apply |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`
}

function sourceRow([name, one]: [string, Source]): string {
  const extent = 'read' in one ? `${one.isSecondary ? 'secondary; ' : ''}${one.extent}` : one.unread
  return `| ${name} | [${cell(one.title)}](${one.url}) | ${'read' in one ? one.read : 'not read'} | ${cell(extent)} |`
}

export function normsPage({ day, sources, clauses }: Norms): string {
  return `# Norms, clause by clause

Made from [clauses.json](clauses.json) by \`npm run norms\`; last compared with the product on ${day}. It is for a test house, and no
legal advice: a licence holder must verify each line. [Decision 14](../decisions/0014-player-protection.md) has the reasons.

- **app**, **platform**: this product holds the clause, and the named tests show it. With a platform of your own its rows are yours.
- **operator**: yours, because it concerns registration, deposits, texts or a licence.
- **partly**, **not met**: the note says what is missing. **open**: nothing is claimed, because no test shows it or the text could not
  be read.

A test compares the list with the code: a renamed test, a setting that does not exist, a missing criterion or a source that was read
more than a year ago fails it.

${summary(clauses)}

${NORMS.map((norm) => table(norm, clauses)).join('\n')}
## Sources

Stored copies were read, not the live pages.

| source | title | read on | what of it, or why not |
| --- | --- | --- | --- |
${Object.entries(sources).map(sourceRow).join('\n')}
`
}
