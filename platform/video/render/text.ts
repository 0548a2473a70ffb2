import type { Box } from '../protocol/layout.ts'
import { blend, copyRect, type Picture, type Sprite, spriteOf } from './i420.ts'
import { escapeText, rasterise, svgDocument } from './svg.ts'

/** Digits of one size and colour, rasterised once each, for numbers that change often. */
export interface Figures {
  readonly height: number
  width(text: string): number
  draw(to: Picture, text: string, x: number, y: number): void
}

/** @param size the face's height in pixels */
export function drawFigures(size: number, colour: string): Figures {
  const height = Math.ceil(size * 0.62) * 2
  // Tabular figures: every digit is as wide as the widest; separators are narrow.
  const even = (share: number) => Math.round((size * share) / 2) * 2
  const widthOf = (sign: string) => (/\d/.test(sign) ? even(0.46) : sign === ' ' ? even(0.2) : even(0.24))
  const glyphs = new Map<string, Sprite>()
  const glyph = (sign: string): Sprite => {
    const known = glyphs.get(sign)
    if (known) return known
    const width = widthOf(sign)
    const made = spriteOf(
      rasterise(
        svgDocument(
          width,
          height,
          `<text x="${width / 2}" y="${height * 0.8}" text-anchor="middle" font-weight="700" font-size="${size}" fill="${colour}">${escapeText(sign)}</text>`,
        ),
      ),
    )
    glyphs.set(sign, made)
    return made
  }
  const width = (text: string) => [...text].reduce((sum, sign) => sum + widthOf(sign), 0)
  return {
    height,
    width,
    draw(to, text, x, y) {
      let at = x
      for (const sign of text) {
        blend(to, glyph(sign), at, y)
        at += widthOf(sign)
      }
    },
  }
}

/** A number in a box of the picture: drawn only when it changes, over a fresh copy of the background. */
export function createMeter(figures: Figures, box: Box) {
  let shown = ''
  let drawnOn: Picture | undefined
  return {
    draw(to: Picture, ground: Picture, text: string): void {
      if (text === shown && ground === drawnOn) return
      shown = text
      drawnOn = ground
      copyRect(to, box.x, box.y, ground, box.x, box.y, box.width, box.height)
      const room = box.width - figures.width(text)
      const x = box.x + Math.max(2, Math.floor((room - 10) / 2) * 2)
      figures.draw(to, text, x, box.y + Math.floor((box.height - figures.height) / 4) * 2 + 2)
    },
  }
}

/** Formats an amount with the currency's digits; the lira in the Turkish way, all others in the English one. */
export function amountFormat(currency: string): (cents: number) => string {
  const places = placesOf(currency)
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places }
  const format = new Intl.NumberFormat(currency === 'TRY' ? 'tr' : 'en', digits)
  return (cents) => format.format(cents / 100)
}

/** A currency's decimal places; two if it is unknown. */
function placesOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** A line of text as a sprite: small on a dark pill, or large on a dark band. */
export function drawCaption(
  text: string,
  size: number,
  colours: { light: string; main: string; ground: string },
  pill: boolean,
): Sprite {
  const width = Math.ceil((text.length * size * 0.5 + (pill ? size * 1.6 : size)) / 2) * 2
  const height = Math.ceil(size * (pill ? 0.75 : 0.8)) * 2
  const letters = (attributes: string) =>
    `<text x="${width / 2}" y="${height / 2}" dy=".35em" text-anchor="middle" font-weight="700" font-size="${size}" letter-spacing="${size * 0.03}" ${attributes}>${escapeText(text)}</text>`
  const back = pill
    ? `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${height / 2 - 1}" fill="${colours.ground}" fill-opacity=".88" stroke="${colours.main}" stroke-width="1.5"/>`
    : `<rect x="0" y="${height * 0.05}" width="${width}" height="${height * 0.9}" fill="url(#band)"/>${letters(`fill="none" stroke="#1a0c04" stroke-opacity=".85" stroke-width="${size * 0.14}" stroke-linejoin="round"`)}`
  const fill = `<defs><linearGradient id="ink" x2="0" y2="1"><stop offset=".2" stop-color="#fffaf0"/><stop offset=".6" stop-color="${colours.light}"/><stop offset=".8" stop-color="${colours.main}"/></linearGradient><linearGradient id="band"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset=".25" stop-color="#000" stop-opacity=".72"/><stop offset=".75" stop-color="#000" stop-opacity=".72"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient></defs>`
  return spriteOf(
    rasterise(
      svgDocument(width, height, fill + back + letters(pill ? 'fill="#fff1d8"' : 'fill="url(#ink)"')),
    ),
  )
}
