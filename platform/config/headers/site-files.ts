import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { INFO_PAGES, type SiteFiles } from './header-set.ts'

/**
 * Reads the files on which the headers of a build depend. Throws an Error whose message is one line if there
 * is no build.
 */
export async function readSiteFiles(dir: string): Promise<SiteFiles> {
  const html = await readFile(join(dir, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) throw new Error(`there is no built app in ${dir}: run "npm run build" first`)
  const pages = INFO_PAGES.map(async (name) => {
    const text = await readFile(join(dir, name), 'utf8').catch(() => '')
    return [name, text] as const
  })
  return { html, pages: new Map(await Promise.all(pages)) }
}
