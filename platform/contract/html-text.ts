/** Text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** One line of text; `code` in backquotes. */
export const inline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Paragraphs and lists that begin with "- ". */
export function blocks(text: string): string {
  return text
    .split('\n\n')
    .map((block) => {
      const lines = block.split('\n')
      const words = lines.filter((line) => !line.startsWith('- '))
      const items = lines.filter((line) => line.startsWith('- '))
      const list = items.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')
      return `${words.length ? `<p>${words.map(inline).join(' ')}</p>` : ''}${list ? `<ul>${list}</ul>` : ''}`
    })
    .join('\n')
}
