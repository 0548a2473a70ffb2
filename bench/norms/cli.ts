import { writeFileSync } from 'node:fs'
import { readNorms } from './clauses.ts'
import { normsFiles } from './generated-files.ts'

/* `npm run norms` writes what is made from docs/norms/clauses.json. */

for (const [path, text] of Object.entries(normsFiles(readNorms()))) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), text)
  console.log(`${path} is written.`)
}
