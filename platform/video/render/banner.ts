import type { Palette } from '../../brands/index.ts'
import type { Banner } from './frame-state.ts'
import { type Sprite, spriteOf } from './i420.ts'
import { rasterise, svgDocument } from './svg.ts'

/** Signs of 24 units: they say in every language what a word would say in one. */
const STAR =
  'M12 1.500l3.200 6.700 7.300 1-5.300 5.100 1.300 7.300-6.500-3.500-6.500 3.500 1.300-7.300-5.300-5.100 7.300-1z'
const ROUND =
  'M19.800 3.200v6.400h-6.400l2.400-2.400a5.900 5.900 0 1 0 1.700 6.300l2.700.9a8.700 8.700 0 1 1-2.400-9.300z'

/**
 * A banner over the reels: free rounds as a turning arrow and their number, a win as a multiple of the stake.
 */
export function drawBanner({ kind, count }: Banner, { light, main }: Palette, scale: number): Sprite {
  // That of a large win fits into a row of cells, which alone are drawn anew in each frame.
  const size = { jackpot: 88, big: 60, free: 68 }[kind]
  const text = kind === 'free' ? `+${count}` : count > 0 ? `×${count}` : ''
  const signs = { jackpot: [STAR, STAR], big: [STAR], free: [ROUND] }[kind]
  const sign = size * 0.72
  const textWidth = text.length * size * 0.46
  const gap = size * 0.24
  const content = textWidth + signs.length * (sign + gap)
  const width = Math.ceil((content + 2 * size) / 2) * 2
  const height = Math.ceil(size * 0.8) * 2
  const left = (width - content) / 2
  const textX = left + sign + gap + textWidth / 2
  const places = [left, left + sign + gap + textWidth + gap]
  const shapes = (attributes: string) =>
    signs
      .map((path, index) => {
        const at = `translate(${places[index]} ${(height - sign) / 2}) scale(${sign / 24})`
        return `<path d="${path}" transform="${at}" vector-effect="non-scaling-stroke" ${attributes}/>`
      })
      .join('') +
    `<text x="${textX}" y="${height / 2}" dy=".35em" text-anchor="middle" font-weight="700" font-size="${size}" ${attributes}>${text}</text>`
  const outline = `fill="none" stroke="#1a0c04" stroke-opacity=".85" stroke-width="${size * 0.12}" stroke-linejoin="round"`
  const defs = `<defs><linearGradient id="ink" x2="0" y2="1"><stop offset=".2" stop-color="#fffaf0"/><stop offset=".6" stop-color="${light}"/><stop offset=".8" stop-color="${main}"/></linearGradient><linearGradient id="band"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset=".25" stop-color="#000" stop-opacity=".8"/><stop offset=".75" stop-color="#000" stop-opacity=".8"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient></defs>`
  const band = `<rect x="0" y="${height * 0.05}" width="${width}" height="${height * 0.9}" fill="url(#band)"/>`
  return spriteOf(
    rasterise(svgDocument(width, height, defs + band + shapes(outline) + shapes('fill="url(#ink)"')), scale),
  )
}
