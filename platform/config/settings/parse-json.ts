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
  const [first] = errors
  return {
    ok: false,
    offset: first?.offset ?? 0,
    problem: first ? formatError(first) : 'it cannot be parsed',
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

/** The parser's name of an error, as words: `CommaExpected` is "comma expected". */
const formatError = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()

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
