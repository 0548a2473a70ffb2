import { readFileSync } from 'node:fs'
import { type Palette, symbolFile } from '../../brands/index.ts'
import type { SymbolKey } from '../../games/index.ts'
import { createPicture, type Picture, pictureOf } from './i420.ts'
import { escapeText, rasterise, svgDocument } from './svg.ts'

/** The pictures of one symbol in a cell of a reel. */
export interface Tiles {
  readonly plain: Picture
  /** Darkened: not part of the win. */
  readonly dim: Picture
  /** A step of a winning symbol's pulse, from rest (0) to its largest (PULSES - 1); drawn on first use. */
  pulse(beat: number): Picture
}

export const PULSES = 6
const MARKS: Readonly<Record<SymbolKey, string>> = {
  wild: 'WILD',
  scatter: 'FREE',
  high1: '7',
  high2: 'BAR',
  high3: '★',
  low1: 'A',
  low2: 'K',
  low3: 'Q',
  low4: 'J',
}

/** The body of a symbol's SVG, 200 by 200 units; a plain medal if the file is missing or broken. */
export function symbolSvg(brand: string, key: SymbolKey, palette: Palette): string {
  try {
    const file = symbolFile(brand, key)
    const svg = file ? readFileSync(file, 'utf8') : ''
    const body = /<svg[^>]*>(.*)<\/svg>/s.exec(svg)?.[1]
    if (body) {
      rasterise(svg, 0.05) // throws if it is broken
      return body
    }
  } catch {
    // A machine without its art can still be played.
  }
  const mark =
    MARKS[key] === '★'
      ? '<path d="M100 52l14 30 33 4-24 23 6 33-29-16-29 16 6-33-24-23 33-4z" fill="#fff4dc"/>'
      : `<text x="100" y="100" dy=".35em" text-anchor="middle" font-weight="700" font-size="${MARKS[key].length > 1 ? 56 : 96}" fill="#fff4dc">${escapeText(MARKS[key])}</text>`
  return `<circle cx="100" cy="100" r="84" fill="${palette.deep}" stroke="${palette.main}" stroke-width="10"/><circle cx="100" cy="100" r="68" fill="none" stroke="${palette.light}" stroke-width="3"/>${mark}`
}

/** Draws a symbol's tiles for cells of the given size in units, with `scale` pixels a unit. */
export function drawTiles(
  body: string,
  palette: Palette,
  width: number,
  height: number,
  scale: number,
): Tiles {
  const tile = (growth: number, glow: number) =>
    pictureOf(rasterise(svgDocument(width, height, cell(body, palette, width, height, growth, glow)), scale))
  const plain = tile(1, 0)
  const pulses: (Picture | undefined)[] = []
  return {
    plain,
    dim: darkened(plain),
    pulse(beat) {
      const part = beat / (PULSES - 1)
      const made = pulses[beat] ?? tile(1 + 0.14 * part, 0.35 + 0.65 * part)
      pulses[beat] = made
      return made
    },
  }
}

function darkened(from: Picture): Picture {
  const to = createPicture(from.width, from.height)
  to.y.set(from.y.map((value) => 16 + (value - 16) * 0.4))
  to.u.set(from.u.map((value) => 128 + (value - 128) * 0.45))
  to.v.set(from.v.map((value) => 128 + (value - 128) * 0.45))
  return to
}

function cell(
  body: string,
  palette: Palette,
  width: number,
  height: number,
  growth: number,
  glow: number,
): string {
  const size = (Math.min(width, height) - 10) * growth
  const x = (width - size) / 2
  const y = (height - size) / 2
  const light = glow
    ? `<rect width="${width}" height="${height}" fill="url(#glow)"/><rect x="2" y="2" width="${width - 4}" height="${height - 4}" rx="8" fill="none" stroke="${palette.light}" stroke-opacity="${glow}" stroke-width="3"/>`
    : ''
  return `<defs>
<linearGradient id="reel"><stop offset="0" stop-color="${palette.reelEdge}"/><stop offset=".22" stop-color="${palette.reel}"/><stop offset=".5" stop-color="${palette.reel}"/><stop offset=".78" stop-color="${palette.reel}"/><stop offset="1" stop-color="${palette.reelEdge}"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="${palette.main}" stop-opacity="${0.75 * glow}"/><stop offset="1" stop-color="${palette.main}" stop-opacity="${0.12 * glow}"/></radialGradient>
</defs><rect width="${width}" height="${height}" fill="url(#reel)"/>${light}
<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 200 200">${body}</svg>`
}
