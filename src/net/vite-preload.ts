const asked: Record<string, Promise<void>> = {}

/** Resolves when a stylesheet has loaded, and at once for a script, which only starts loading. */
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
 * Every import() of the built app calls this, because vite/library-edits.ts puts it in place of Vite's own
 * function. It loads the files that a chunk needs, then the chunk. A name without a dot is a part of the
 * texts, which `loadTexts` loads. Rejects if a stylesheet or the chunk fails to load; the next call loads it
 * again.
 */
export function preload<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
  loadTexts?: (part: string) => Promise<void>,
): Promise<T> {
  return Promise.all(
    files.map((file) => {
      if (!file.includes('.')) return loadTexts?.(file)
      asked[file] ??= ask(file)
      return asked[file]
    }),
  ).then(load)
}
