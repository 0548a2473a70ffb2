/** The browser's text size, 1 at its default of 16 px: what a script sizes in px holds text of that size. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
