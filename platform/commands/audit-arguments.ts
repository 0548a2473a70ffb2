import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type KeptHead, parseHead } from '../audit/chain-head.ts'
import { messageOf } from '../lib/message-of.ts'

/* The arguments of `npm run books`. */

const USAGE = `Usage: npm run books -- [--head HEAD]... [--append-head FILE] [--restored]
  --head HEAD         a chain head that was printed before: the chains must still hold it
  --append-head FILE  checks every head in FILE, and appends the one of today when the books are right
  --restored          the books are of a restored dump, whose last seconds are not in the chains yet`

export interface AuditArguments {
  /** Those of the command line, then those of the file. */
  readonly heads: readonly KeptHead[]
  /** Where the head of today is appended. */
  readonly file: string | undefined
  readonly restored: boolean
}

function parseOptions(args: string[]) {
  try {
    const options = {
      head: { type: 'string', multiple: true, default: [] as string[] },
      'append-head': { type: 'string' },
      restored: { type: 'boolean', default: false },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${USAGE}`)
  }
}

function readHead(text: string, source: string): KeptHead {
  const head = parseHead(text)
  if (head) return head
  throw new Error(`${source} is no chain head, such as 1287-640-31-12:9f86d0…, but "${text}"\n${USAGE}`)
}

/** Reads the heads of a file: the last word of each line. A missing file has no heads. */
async function readHeads(file: string): Promise<KeptHead[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new Error(`${file} cannot be read: ${error.message}`)
  })
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at }))
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, at }) => readHead(line.split(/\s+/).at(-1) ?? '', `line ${at + 1} of ${file}`))
}

/** Reads the arguments, and the heads in the file. Throws an Error with the reason if one is invalid. */
export async function readAuditArguments(args: string[]): Promise<AuditArguments> {
  const { head, 'append-head': file, restored } = parseOptions(args)
  const given = head.map((text) => readHead(text, '--head'))
  const kept = file === undefined ? [] : await readHeads(file)
  return { heads: [...given, ...kept], file, restored }
}
