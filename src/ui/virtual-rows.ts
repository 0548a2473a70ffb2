/** How the cards of a grid are made, px: at least `minWidth` wide, `aspect` times as high and `foot` more. */
export interface Shape {
  minWidth: number
  aspect: number
  foot: number
  gap: number
}

export interface Layout {
  columns: number
  /** Of a card, px. */
  cardWidth: number
  cardHeight: number
  /** Between two cards, px. */
  gap: number
  rowCount: number
  /** With the gap beneath, px. */
  rowHeight: number
  /** Of the whole grid, px. */
  height: number
}

/** Rows drawn above and below what can be seen, so that a swipe finds them there. */
const SPARE = 2

/** The layout of `length` cards in a box `width` px wide: as many columns as fit, two at least. */
export function layoutOf(length: number, width: number, { minWidth, aspect, foot, gap }: Shape): Layout {
  const columns = Math.max(2, Math.floor((width + gap) / (minWidth + gap)))
  const cardWidth = Math.max(0, (width - gap * (columns - 1)) / columns)
  const cardHeight = Math.round(cardWidth * aspect + foot)
  const rowHeight = cardHeight + gap
  const rowCount = Math.ceil(length / columns)
  const height = Math.max(0, rowCount * rowHeight - gap)
  return { columns, cardWidth, cardHeight, gap, rowCount, rowHeight, height }
}

/** Where card `at` stands: its fixed place, counted from where a line of text begins, px. */
export function placeOf(at: number, { columns, cardWidth, cardHeight, gap, rowHeight }: Layout) {
  return {
    insetInlineStart: (at % columns) * (cardWidth + gap),
    insetBlockStart: Math.floor(at / columns) * rowHeight,
    inlineSize: cardWidth,
    blockSize: cardHeight,
  }
}

/** The rows to draw, from the first up to but not including the last, when `scrolled` px of the grid are above. */
export function windowOf(
  scrolled: number,
  view: number,
  rowHeight: number,
  rowCount: number,
): [number, number] {
  if (rowHeight <= 0) return [0, 0]
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - SPARE)
  const last = Math.min(rowCount, Math.ceil((scrolled + view) / rowHeight) + SPARE)
  return [Math.min(first, rowCount), Math.max(last, 0)]
}
