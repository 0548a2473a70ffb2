import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/*
 * Parses JSON that a person wrote: JSON.parse decides what is valid and its value, jsonc-parser provides the
 * positions. JSON.parse reports no position for some errors, and its messages differ between versions of
 * Node.
 */

/** `tree` is the syntax tree of `value`; `offset` counts UTF-16 units from 0. */
export type ParsedJson =
  | { ok: true; value: unknown; tree: Node }
  | { ok: false; offset: number; problem: string }

const MAX_DEPTH = 101

/** Parses `text`; never throws. `allowsComments`: also allows a comma after the last value. */
export function parseJson(text: string, { allowsComments = false } = {}): ParsedJson {
  if (text.startsWith('\uFEFF'))
    return { ok: false, offset: 0, problem: 'the file starts with a BOM: save it as UTF-8 without a BOM' }
  // Checked first: the tree parser is recursive.
  const tooDeep = offsetBelow(text, MAX_DEPTH)
  if (tooDeep !== undefined) return { ok: false, offset: tooDeep, problem: 'this is nested too deep' }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
  })
  if (allowsComments && tree && errors.length === 0) return { ok: true, value: getNodeValue(tree), tree }
  try {
    const value: unknown = JSON.parse(text)
    if (tree && !allowsComments) return { ok: true, value, tree }
  } catch {}
  const [first, second] = errors
  return {
    ok: false,
    ...(first ? problemOf(text, first, second) : { offset: 0, problem: 'it cannot be parsed' }),
  }
}

/** The offset of the first bracket deeper than `maxDepth` levels. */
function offsetBelow(text: string, maxDepth: number): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (;;) {
    scanner.scan()
    const offset = scanner.getTokenOffset()
    if (offset >= text.length) return undefined
    const first = text.charAt(offset)
    if (first === '{' || first === '[') depth += 1
    if (first === '}' || first === ']') depth -= 1
    if (depth > maxDepth) return offset
  }
}

type Problem = { offset: number; problem: string }

/** The parser's first error, in words; `next` is a consequence of it, if there is one. */
function problemOf(text: string, { error, offset, length }: ParseError, next?: ParseError): Problem {
  const problem = (words: string, at = offset): Problem => ({ offset: at, problem: words })
  const before = text.slice(0, offset).trimEnd()
  const missing = (what: string) => problem(`the file ends here, and a ${what} is missing`)
  switch (printParseErrorCode(error)) {
    case 'CloseBraceExpected':
      return missing('}')
    case 'CloseBracketExpected':
      return missing(']')
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return problem('JSON has no comments: remove this one')
    case 'EndOfFileExpected':
      return problem('nothing may follow the last bracket')
    case 'ColonExpected':
      return problem(`a colon is missing after ${/"(?:[^"\\]|\\.)*"$/.exec(before)?.[0] ?? 'the key'}`)
    case 'UnexpectedEndOfString':
      return problem('this text has no closing "')
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
    case 'InvalidCharacter':
      return problem('this text contains an invalid \\ or a tab: write \\\\ or \\t')
    case 'InvalidSymbol':
      return next && printParseErrorCode(next.error) === 'PropertyNameExpected'
        ? problem(KEY_PROBLEM)
        : problem(wordProblem(text.slice(offset, offset + length)))
    case 'CommaExpected': {
      // The parser splits 007 into two numbers.
      const digits = /[\d.]+$/.exec(text.slice(0, offset))?.[0]
      const rest = /^[\w.]+/.exec(text.slice(offset))?.[0]
      if (digits && rest) return problem(wordProblem(digits + rest), offset - digits.length)
      return problem('a comma is missing before this')
    }
    case 'UnexpectedEndOfNumber':
      return problem(wordProblem(/^[\w.+-]*/.exec(text.slice(offset))?.[0] ?? ''))
    case 'PropertyNameExpected':
    case 'ValueExpected': {
      const closing = text.charAt(offset)
      if (offset >= text.length) return missing('value')
      if (before.endsWith(',') && /[\]}]/.test(closing))
        return problem(`remove the comma before the ${closing}`, before.length - 1)
      const atKey = printParseErrorCode(error) === 'PropertyNameExpected' || before.endsWith('{')
      return problem(atKey ? KEY_PROBLEM : 'a value is missing here')
    }
    default:
      return problem('it cannot be parsed here')
  }
}

const KEY_PROBLEM = 'a key needs double quotes: "key"'

/** Why a word without quotes is not a value. */
function wordProblem(word: string): string {
  if (/^[“”„‘’'`]/.test(word)) return 'a text needs straight double quotes: "…"'
  const lower = word.toLowerCase()
  const hint = ['true', 'false', 'null'].includes(lower) ? `write ${lower}` : 'a text needs double quotes'
  return `${word} is not a value: ${hint}`
}

/** The keys of an object in order, each with its offset; a repeated key appears several times. */
export function keysOf(tree: Node): { key: string; offset: number }[] {
  return (tree.children ?? []).flatMap(({ children: [key] = [] }) =>
    key ? [{ key: String(key.value), offset: key.offset }] : [],
  )
}

/** The keys of all objects that repeat an earlier one of the same object. */
export function repeatedKeys(tree: Node): { key: string; offset: number }[] {
  const seen = new Set<string>()
  const here = tree.type === 'object' ? keysOf(tree) : []
  const repeated = here.filter(({ key }) => seen.has(key) || !seen.add(key))
  return [...repeated, ...(tree.children ?? []).flatMap(repeatedKeys)]
}

/**
 * The offset of the value at `path`, or of the innermost value around it. The last of repeated keys applies.
 */
export function offsetAt(tree: Node, path: readonly string[]): number {
  let node = tree
  for (const part of path) {
    const children = node.children ?? []
    const next =
      node.type === 'array'
        ? children[Number(part)]
        : children.findLast(({ children: [key] = [] }) => key?.value === part)?.children?.[1]
    if (!next) break
    node = next
  }
  return node.offset
}

/** Line and column of an offset, both from 1, as in editors. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
