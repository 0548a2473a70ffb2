import { statement } from './accessibility-statement.ts'
import type { Norms } from './clauses.ts'
import { normsPage } from './readme.ts'

/** The files that are made from the list, by their paths in the project. */
export const normsFiles = (norms: Norms): Readonly<Record<string, string>> => ({
  'docs/norms/README.md': normsPage(norms),
  'public/accessibility-statement.html': statement(norms),
})
