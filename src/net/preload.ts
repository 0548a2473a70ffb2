const asked: Record<string, Promise<void>> = {}

/** Resolves when a stylesheet holds, and at once for a script, which is only to be on its way. */
function ask(file: string): Promise<void> {
  const style = file.endsWith('.css')
  const rel = style ? 'stylesheet' : 'modulepreload'
  const href = `/${file}`
  return new Promise((done, fail) => {
    if (document.querySelector(`link[rel=${rel}][href="${href}"]`)) return done()
    const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
    document.head.append(link)
    if (!style) return done()
    link.onload = () => done()
    link.onerror = () => {
      link.remove()
      delete asked[file]
      fail(Error(file))
    }
  })
}

/**
 * Every import() of the built app goes through this (vite/library-edits.ts puts it in the place of Vite's own): asks for
 * the files that come with a chunk, then loads it. Rejects when a stylesheet or the chunk does not come; what did
 * not come is asked for again the next time.
 */
export function preload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  return Promise.all(
    files.map((file) => {
      asked[file] ??= ask(file)
      return asked[file]
    }),
  ).then(load)
}
