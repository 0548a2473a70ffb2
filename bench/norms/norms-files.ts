import type { Norms } from './clauses.ts'
import { normsPage } from './page.ts'
import { statement } from './statement.ts'

/** The files that are made from the list, by their paths in the project. */
export const normsFiles = (norms: Norms): Readonly<Record<string, string>> => ({
  'docs/norms/README.md': normsPage(norms),
  'public/accessibility-statement.html': statement(norms),
})
