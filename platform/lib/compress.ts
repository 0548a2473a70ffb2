import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Not Settings.json: operators edit it in place, and a stale compressed copy would be served instead. */
function isCompressible(name: string): boolean {
  return /\.(js|css|html|svg|json|webmanifest|txt)$/.test(name) && !/^(Settings\.json|\.vite[\\/])/.test(name)
}

/** Writes a brotli and a gzip copy, at the highest level, beside each text file that shrinks. */
export async function compressFolder(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCompressible)
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const bytes = await readFile(file)
      const [brotli, zipped] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli)
      if (zipped.length < bytes.length) await writeFile(`${file}.gz`, zipped)
    }),
  )
}
