import ts from 'typescript'

/** "test" of `test(…)`, "test.each" of `test.each(table)(…)`. */
function nameOf(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text
  if (ts.isPropertyAccessExpression(called)) return `${nameOf(called.expression)}.${called.name.text}`
  if (ts.isCallExpression(called)) return nameOf(called.expression)
  return ''
}

/** The titles of the tests of a file that run, as they are written there, between their quotes. */
export function testTitles(source: string): Set<string> {
  const file = ts.createSourceFile('test.tsx', source, ts.ScriptTarget.Latest)
  const titles = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^describe\.(skip|fixme)$/.test(nameOf(node.expression))) return
    if (ts.isCallExpression(node) && /^test(\.each)?$/.test(nameOf(node.expression))) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.add(title.getText(file).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}
