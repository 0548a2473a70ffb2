import { createHash } from 'node:crypto'
import type { Rolldown } from 'vite'

/*
 * The id of a build, in `data-build` of its index.html. It changes with the page, the first script, any
 * file's hash, and any text in any language.
 */

/** `texts`: the code of the text files, which are not in the bundle yet. */
export const buildId = (html: string, bundle: Rolldown.OutputBundle, texts: string): string =>
  createHash('sha256')
    .update([html, ...Object.keys(bundle).sort(), texts].join('\n'))
    .digest('hex')
    .slice(0, 7)

/** Reads the id from the index.html of a finished build. */
export function readBuildId(bundle: Rolldown.OutputBundle): string {
  const page = bundle['index.html']
  const [, id] = /data-build="(\w+)"/.exec(page?.type === 'asset' ? `${page.source}` : '') ?? []
  if (!id) throw new Error('index.html has no data-build')
  return id
}
