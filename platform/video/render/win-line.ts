import type { Palette } from '../../brands/index.ts'
import type { GameDef } from '../../games/index.ts'
import { HEIGHT, WIDTH } from '../protocol/layers.ts'
import type { Layout } from '../protocol/layout.ts'
import { type Sprite, spriteOf } from './i420.ts'
import { rasterise, svgDocument } from './svg.ts'

/** A win line across the reels, as a sprite of the picture's size. */
export function drawLine(
  def: GameDef,
  line: number,
  layout: Layout,
  palette: Palette,
  scale: number,
): Sprite {
  const rows = def.lines[line] ?? []
  const points = rows.map((row, reel) => {
    const x = (layout.reelX[reel] ?? 0) + layout.cellWidth / 2
    const y = layout.glass.y + (row + 0.5) * layout.cellHeight
    return `${x} ${y}`
  })
  const first = layout.glass.y + ((rows[0] ?? 0) + 0.5) * layout.cellHeight
  const last = layout.glass.y + ((rows.at(-1) ?? 0) + 0.5) * layout.cellHeight
  const path = `M${layout.glass.x + 6} ${first}L${points.join('L')}L${layout.glass.x + layout.glass.width - 6} ${last}`
  const stroke = (colour: string, width: number, opacity: number) =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round" stroke-linecap="round"/>`
  const svg = stroke(palette.ground, 8, 0.7) + stroke(palette.main, 5, 1) + stroke('#fff8e8', 1.6, 0.95)
  return spriteOf(rasterise(svgDocument(WIDTH, HEIGHT, svg), scale))
}
