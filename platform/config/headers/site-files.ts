import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPublicFiles } from '../public-files.ts'
import { INFO_PAGES, type SiteFiles } from './header-set.ts'

/**
 * Reads the files on which the headers of a build depend. Files of the operator in `publicDir` replace those
 * of the build. Throws an Error whose message is one line if there is no build, or the folder cannot be read.
 */
export async function readSiteFiles(dir: string, publicDir?: string): Promise<SiteFiles> {
  const own = publicDir === undefined ? [] : await readOwnPages(publicDir)
  const html = await readFile(join(dir, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) throw new Error(`there is no built app in ${dir}: run "npm run build" first`)
  const built = INFO_PAGES.map(async (name) => {
    const text = await readFile(join(dir, name), 'utf8').catch(() => '')
    return [name, text] as const
  })
  return { html, pages: new Map([...(await Promise.all(built)), ...own]) }
}

/** The operator's pages by their paths in the folder. */
async function readOwnPages(publicDir: string): Promise<[name: string, text: string][]> {
  const { root, files } = await readPublicFiles(publicDir)
  const names = files.flatMap(({ name, refusal }) => (refusal || !name.endsWith('.html') ? [] : name))
  const odd = names.find((name) => !/^[\w./-]+$/.test(name))
  if (odd !== undefined)
    throw new Error(
      `no server can be told the headers of "${odd}": give it a name of letters, digits, - and _`,
    )
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(root, name), 'utf8')]),
  )
}
