import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { NESTED } from './schemas.ts'

/*
 * The descriptions in the documents are the comments of src/contract/. A schema has a comment for JSDoc. A
 * field has a comment behind it, above it or, in a line with others, before it; else that of its schema
 * counts. In it `[ms]` is the unit, and `Absent: ….` at the end says what the reader does if the field is
 * absent or null.
 */

const FOLDER = new URL('../../src/contract/', import.meta.url)
const UNIT = / \[(cents|ms|s|ISO 8601|parts of one|times the coin)\]/
const WITHOUT = / Absent: (.+)\.$/

/** A comment and the expression that it describes. */
interface Commented {
  readonly comment: string
  readonly node: ts.Node | undefined
}
type Declarations = ReadonlyMap<string, Commented>

function declarationsOf(file: ts.SourceFile): Declarations {
  const found = new Map<string, Commented>()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    const doc = ts.getJSDocCommentsAndTags(statement)[0]?.comment
    const comment = String(doc ?? ownComment(statement, file)).replace(/\s+/g, ' ')
    for (const { name, initializer } of statement.declarationList.declarations)
      found.set(name.getText(file), { comment, node: initializer })
  }
  return found
}

/** The comment behind a node, else the one before it. A line comment behind another node is that node's. */
function ownComment(node: ts.Node, file: ts.SourceFile): string {
  const behind = /^,?[ \t]*\/\/ (.*)/.exec(file.text.slice(node.end))?.[1]
  const before = file.text.slice(node.pos, node.getStart(file)).replace(/^[ \t]*\/\/.*/, '')
  return (
    behind ??
    before
      .replace(/\/\/|\/\*|\*\//g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^settings/.test(name))
  .map((name) =>
    ts.createSourceFile(name, readFileSync(new URL(name, FOLDER), 'utf8'), ts.ScriptTarget.Latest, true),
  )
const declarations = new Map(files.map((file) => [file, declarationsOf(file)]))
const everywhere: Declarations = new Map([...declarations.values()].flatMap((each) => [...each]))

const declarationOf = (name: string, file?: ts.SourceFile): Commented | undefined =>
  (file && declarations.get(file)?.get(name)) ?? everywhere.get(name)

/** The fields of the objects that an expression holds, names or spreads; the first of a name counts. */
function fieldsOf(node: ts.Node | undefined, found = new Map<string, Commented>()): Map<string, Commented> {
  if (!node) return found
  const file = node.getSourceFile()
  const visit = (inner: ts.Node | undefined) => void fieldsOf(inner, found)
  if (ts.isObjectLiteralExpression(node))
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) visit(property.expression)
      if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) continue
      const [name, own] = [property.name.getText(file), ownComment(property, file)]
      const value = ts.isPropertyAssignment(property) ? property.initializer : property.name
      const shared = ts.isIdentifier(value) ? declarationOf(value.text, file)?.comment : undefined
      if (!found.has(name)) found.set(name, { comment: own || shared || '', node: value })
    }
  else if (ts.isCallExpression(node)) {
    node.arguments.forEach(visit)
    if (ts.isIdentifier(node.expression)) visit(declarationOf(node.expression.text, file)?.node)
  } else if (ts.isArrowFunction(node)) visit(node.body)
  else if (ts.isArrayLiteralExpression(node)) node.elements.forEach(visit)
  else if (ts.isPropertyAccessExpression(node) || ts.isAsExpression(node)) visit(node.expression)
  else if (ts.isIdentifier(node)) visit(declarationOf(node.text, file)?.node)
  return found
}

function commented(name: string): Commented | undefined {
  if (Object.hasOwn(NESTED, name)) {
    const [parent, field] = NESTED[name as keyof typeof NESTED]
    return fieldsOf(commented(parent)?.node).get(field)
  }
  const acknowledgement = declarationOf(name.replace(/Accepted$/, 'Ack'))
  if (!name.endsWith('Accepted') || !acknowledgement) return declarationOf(name)
  return { ...acknowledgement, comment: acknowledgement.comment.replace(/, or [^,]*$/, '.') }
}

export interface FieldText {
  readonly text: string
  readonly unit: string | undefined
  readonly without: string | undefined
}

const read = (comment: string): FieldText => ({
  text: comment.replace(WITHOUT, '').replace(UNIT, ''),
  unit: UNIT.exec(comment)?.[1],
  without: WITHOUT.exec(comment)?.[1],
})

/** The description of a schema and of its fields. */
export function descriptionsOf(name: string): { text: string; fields: Map<string, FieldText> } {
  const { comment = '', node } = commented(name) ?? {}
  const fields = [...fieldsOf(node)].map(([field, each]) => [field, read(each.comment)] as const)
  return { text: read(comment).text, fields: new Map(fields) }
}
