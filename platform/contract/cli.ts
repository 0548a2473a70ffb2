import { mkdir, writeFile } from 'node:fs/promises'
import { contractFiles, FOLDER } from './contract-files.ts'

/* `npm run contract` writes docs/contract/ from src/contract/ and the descriptions beside this file. */

await mkdir(FOLDER, { recursive: true })
for (const [name, text] of Object.entries(await contractFiles())) {
  await writeFile(new URL(name, FOLDER), text)
  process.stdout.write(`docs/contract/${name} is written.\n`)
}
