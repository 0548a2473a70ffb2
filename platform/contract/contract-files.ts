import { readFile } from 'node:fs/promises'
import { asyncapi } from './asyncapi.ts'
import { codesTable } from './code-docs.ts'
import { controllersAsyncapi } from './controllers-asyncapi.ts'
import { openapi } from './openapi.ts'
import { mermaid, SEQUENCES } from './sequences.ts'

const ROOT = new URL('../../', import.meta.url)
/** The folder of the documents in the project. */
export const FOLDER = new URL('docs/contract/', ROOT)

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const sequences = () =>
  SEQUENCES.map((sequence) => `### ${sequence.title}\n\n\`\`\`mermaid\n${mermaid(sequence)}\n\`\`\``).join(
    '\n\n',
  )

const SECTIONS: Readonly<Record<string, () => string>> = { sequences, codes: codesTable }

/** README.md with its generated sections renewed. Throws an Error if a marker is missing. */
export function withSections(text: string): string {
  return Object.entries(SECTIONS).reduce((page, [name, make]) => {
    const section = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(\\n<!-- /${name} -->)`)
    if (!section.test(page)) throw new Error(`docs/contract/README.md has no <!-- ${name} --> section`)
    return page.replace(section, (_, open, close) => `${open}\n${make()}\n${close}`)
  }, text)
}

/** The expected content of every generated file of docs/contract/, by name. */
export async function contractFiles(): Promise<Record<string, string>> {
  const { version } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'))
  return {
    'openapi.json': json(openapi(version)),
    'asyncapi.json': json(asyncapi(version)),
    'controllers.json': json(controllersAsyncapi(version)),
    'README.md': withSections(await readFile(new URL('README.md', FOLDER), 'utf8')),
  }
}
