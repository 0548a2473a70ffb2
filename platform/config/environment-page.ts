import { VARIABLES } from './environment.ts'
import { SECRETS } from './secret-files.ts'

const ROWS = Object.entries(VARIABLES).map(([name, variable]) => ({
  name,
  words: variable.words,
  standard: 'unset' in variable ? variable.unset : `\`${variable.standard}\``,
}))

/** docs/operator/environment.md. */
export const environmentPage = (): string => `# Environment variables of the platform

An empty variable counts as unset. A wrong value stops the start with one line that names it. \`npm start -- --help\` prints
this table. \`npm run settings -- --schema\` writes this page.

| variable | what it sets | default |
| --- | --- | --- |
${ROWS.map(({ name, words, standard }) => `| \`${name}\` | ${words} | ${standard} |`).join('\n')}

A secret may be in a file, as containers hand it over, which a variable with \`_FILE\` behind its name names:
${SECRETS.map((name) => `\`${name}_FILE\``).join(', ')}.

Lists of addresses accept single addresses and CIDR ranges, IPv4 and IPv6. No log level writes tokens, passwords or query
strings.
`

/** What \`npm start -- --help\` prints. */
export const environmentHelp = (): string => {
  const plain = (text: string) => text.replace(/\[(.*?)\]\(.*?\)/g, '$1').replaceAll('`', '')
  const rows = ROWS.map(
    ({ name, words, standard }) => `  ${name} (${plain(standard)})\n      ${plain(words)}`,
  )
  return `npm start reads these environment variables. In brackets: the default.\n\n${rows.join('\n')}\n`
}
