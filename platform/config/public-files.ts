import type { Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/*
 * The operator's own files, which lie over the build: logo, art, information pages, style sheet. They survive
 * an upgrade and need no build. Settings.json is among them, but settings-file.ts serves it.
 */

/**
 * The content types of the served files. No script is among them, so that a folder of pictures can run no
 * code.
 */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const BINARY_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * The build's own code and page, whose hashes are in the policy. Of its assets only the art may be replaced.
 */
const BUILD_ONLY = /^(index\.html$|assets\/(?!machines\/))/
/** The content type of a served file, which is a text or not. */
export function typeOf(name: string): { type: string; isText: boolean } {
  const text = TEXT_TYPES[extname(name)]
  return { type: text ?? BINARY_TYPES[extname(name)] ?? '', isText: text !== undefined }
}

/** Why a file of the folder is not served; undefined: it is. `name`: its path in the folder, with slashes. */
export function refusalOf(name: string): string | undefined {
  if (/(^|\/)\./.test(name)) return 'its name begins with a dot'
  const ending = extname(name)
  if (!TEXT_TYPES[ending] && !BINARY_TYPES[ending]) return `files that end in "${ending}" are not served`
  return BUILD_ONLY.test(name) ? 'it would replace code of the app' : undefined
}

/**
 * Finds a file in `root`, which must be a real path: its real path, size and times. Returns undefined if the
 * file does not exist, or if a link leads out of the folder.
 */
export async function findFile(
  root: string,
  name: string,
): Promise<{ file: string; stats: Stats } | undefined> {
  const file = await realpath(join(root, name)).catch(() => undefined)
  if (!file?.startsWith(root + sep)) return undefined
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() ? { file, stats } : undefined
}

/** A file of the folder by its path in it, and why it is not served; undefined: it is. */
export interface PublicFile {
  readonly name: string
  readonly refusal: string | undefined
}

/**
 * The files in the folder, with its real path. Throws an Error whose message is one line if the folder cannot
 * be read.
 */
export async function readPublicFiles(dir: string): Promise<{ root: string; files: PublicFile[] }> {
  const root = await realpath(dir).catch(() => {
    throw new Error(`PUBLIC_DIR names ${dir}, which is not a folder that can be read`)
  })
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/'),
    )
    // Not the folders that Kubernetes mounts a volume's files from.
    .filter((name) => !name.split('/').some((part) => part.startsWith('..')))
  const files = names.map(async (name) => {
    const refusal =
      refusalOf(name) ?? ((await findFile(root, name)) ? undefined : 'it leads out of the folder')
    return { name, refusal }
  })
  return { root, files: await Promise.all(files) }
}
