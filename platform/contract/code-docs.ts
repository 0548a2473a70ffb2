import { Code } from '../../src/contract/codes.ts'
import { descriptionsOf } from './field-comments.ts'

const { fields } = descriptionsOf('Code')
/** The meaning of each code, and those of the placeholders in its text. */
const CODES = new Map(
  Object.entries(Code)
    .sort(([, a], [, b]) => a - b)
    .map(([name, code]) => {
      const [, text = '', params = ''] =
        /^(.+?)(?: Params: (.+)\.)?$/.exec(fields.get(name)?.text ?? '') ?? []
      if (!text) throw new Error(`The code ${name} has no comment in src/contract/codes.ts`)
      return [code as number, { text, params }]
    }),
)

/** The codes as a Markdown list, with their meanings. */
export const codesList = (codes: readonly number[]): string =>
  codes.map((code) => `- ${code}: ${CODES.get(code)?.text}`).join('\n')

/** The codes as a Markdown table. */
export function codesTable(): string {
  const rows = [...CODES].map(([code, { text, params }]) => `| ${code} | ${text} | ${params} |`)
  return ['| code | meaning | `params` |', '| --- | --- | --- |', ...rows].join('\n')
}
