const asked: Record<string, Promise<void>> = {}

/** Resolves when a file is in the browser's cache, a stylesheet when its rules apply. */
async function ask(file: string): Promise<void> {
  const href = `/${file}`
  const style = file.endsWith('.css')
  if (document.querySelector(`link[rel=${style ? 'stylesheet' : 'modulepreload'}][href="${href}"]`)) return
  if (!style) {
    const answer = await fetch(href)
    if (!answer.ok) throw Error(file)
    await answer.arrayBuffer()
    return
  }
  await new Promise<unknown>((done, fail) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' })
    document.head.append(link)
    link.onload = done
    link.onerror = () => {
      link.remove()
      fail(Error(file))
    }
  })
}

/**
 * Every import() of the built app calls this, because vite/library-edits.ts puts it in place of Vite's own
 * function. It loads the files that a chunk needs, then the chunk. A name without a dot is a part of the
 * texts, which `loadTexts` loads. Rejects if a file fails to load; the next call loads it again. Scripts are
 * fetched first: Chromium up to 150 keeps a module, or a preload, that failed for the life of the page.
 */
export function preload<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
  loadTexts?: (part: string) => Promise<void>,
): Promise<T> {
  return Promise.all(
    files.map((file) => {
      if (!file.includes('.')) return loadTexts?.(file)
      asked[file] ??= ask(file).catch((error) => {
        delete asked[file]
        throw error
      })
      return asked[file]
    }),
  ).then(load)
}
