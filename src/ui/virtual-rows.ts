/**
 * The shape of a grid's cards, px: at least `minWidth` wide, `aspect` times as high plus `foot`, which holds
 * text of the default size.
 */
export interface CardShape {
  minWidth: number
  aspect: number
  foot: number
  gap: number
}

export interface GridLayout {
  columns: number
  /** The width of a card, px. */
  cardWidth: number
  cardHeight: number
  /** The space between two cards, px. */
  gap: number
  rowCount: number
  /** The height of a row with the gap below it, px. */
  rowHeight: number
  /** The height of the whole grid, px. */
  height: number
}

/** Rows from `first` up to but not including `last`. */
export interface RowRange {
  first: number
  last: number
}

/** Rows rendered above and below the visible ones, so that a swipe does not outrun the rendering. */
const OVERSCAN_ROWS = 2
/** The narrowest card that has room for its texts, px at the default text size. */
const MIN_TEXT_WIDTH_PX = 118

/**
 * The layout of `length` cards in a box `width` px wide, with text of `scale` times the default size: as many
 * columns as fit, at least two if both have room for their texts.
 */
export function gridLayout(
  length: number,
  width: number,
  { minWidth, aspect, foot, gap }: CardShape,
  scale = 1,
): GridLayout {
  const holds = (least: number) => Math.floor((width + gap) / (least + gap))
  const columns = Math.max(1, Math.min(holds(MIN_TEXT_WIDTH_PX * scale), Math.max(2, holds(minWidth))))
  const cardWidth = Math.max(0, (width - gap * (columns - 1)) / columns)
  const cardHeight = Math.round(cardWidth * aspect + foot * scale)
  const rowHeight = cardHeight + gap
  const rowCount = Math.ceil(length / columns)
  const height = Math.max(0, rowCount * rowHeight - gap)
  return { columns, cardWidth, cardHeight, gap, rowCount, rowHeight, height }
}

/** The position and size of the card at `index`, in logical properties. */
export function itemStyle(index: number, { columns, cardWidth, cardHeight, gap, rowHeight }: GridLayout) {
  return {
    insetInlineStart: `${(index % columns) * (cardWidth + gap)}px`,
    insetBlockStart: `${Math.floor(index / columns) * rowHeight}px`,
    inlineSize: `${cardWidth}px`,
    blockSize: `${cardHeight}px`,
  }
}

/** The rows to render in a view `viewHeight` px high, with `scrolled` px of the grid above it. */
export function visibleRows(
  scrolled: number,
  viewHeight: number,
  rowHeight: number,
  rowCount: number,
): RowRange {
  if (rowHeight <= 0) return { first: 0, last: 0 }
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - OVERSCAN_ROWS)
  const last = Math.min(rowCount, Math.ceil((scrolled + viewHeight) / rowHeight) + OVERSCAN_ROWS)
  return { first: Math.min(first, rowCount), last: Math.max(last, 0) }
}
