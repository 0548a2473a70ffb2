/** Lets the browser save a text as a file. `name` without its ending. */
export function downloadCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  // Not before the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
