import type { Palette } from '../../brands/index.ts'
import type { GameDef } from '../../games/index.ts'
import { WIDTH } from '../protocol/layers.ts'
import type { Box, Layout } from '../protocol/layout.ts'

/** A numbered token for each line, half on each side; none in a game of ways or beside three reels. */
export function tokenBoxes(def: GameDef, { glass }: Layout): Box[] {
  if (def.kind !== 'lines' || glass.x > 90) return []
  const half = Math.ceil(def.lines.length / 2)
  const step = glass.height / half
  return def.lines.map((_, line) => ({
    x: line < half ? 12 : WIDTH - 12 - 26,
    y: Math.floor((glass.y + step * ((line % half) + 0.5)) / 2) * 2 - 14,
    width: 26,
    height: 28,
  }))
}

/** The panels left and right of the glass: line tokens, the number of ways, or a short paytable. */
export function sidePanelsSvg(
  def: GameDef,
  layout: Layout,
  palette: Palette,
  lit: boolean,
  symbol: (key: 'wild' | 'high1' | 'high2' | 'high3' | 'low1') => string,
): string {
  if (layout.glass.x > 90) return paytable(def, layout, palette, symbol)
  if (def.kind === 'ways') return ways(layout, palette)
  return tokenBoxes(def, layout)
    .map((box, line) => token(box, line + 1, palette, lit))
    .join('')
}

function token({ x, y, width, height }: Box, number: number, palette: Palette, lit: boolean): string {
  const at = `cx="${x + width / 2}" cy="${y + height / 2}"`
  const face = lit
    ? `<circle ${at} r="12" fill="${palette.main}" filter="url(#soft)"/><circle ${at} r="11" fill="${palette.light}"/>`
    : `<circle ${at} r="11" fill="#0e0806"/>`
  return `${face}<circle ${at} r="11" fill="none" stroke="url(#brass)" stroke-width="1.5"/>
<text x="${x + width / 2}" y="${y + height / 2}" dy=".36em" text-anchor="middle" font-weight="700" font-size="14" fill="${lit ? palette.ground : palette.light}">${number}</text>`
}

function ways({ glass }: Layout, palette: Palette): string {
  const middle = glass.y + glass.height / 2
  const column = (x: number, turn: number) => `<g transform="translate(${x} ${middle}) rotate(${turn})">
<text y="9" text-anchor="middle" font-weight="700" font-size="26" letter-spacing="5" fill="url(#letters)">243</text>
<path d="M-104 0H-38M38 0H104" stroke="url(#brass)" stroke-width="1.5"/><path d="M-112 0l5-5 5 5-5 5zM102 0l5-5 5 5-5 5z" fill="${palette.main}"/></g>`
  return column(24, -90) + column(WIDTH - 24, 90)
}

const PANEL_WIDTH = 84
const PAID = ['wild', 'high1', 'high2', 'high3'] as const

/** Left what each symbol pays on all reels, as a multiple of the stake; right the lines. */
function paytable(
  def: GameDef,
  { glass }: Layout,
  palette: Palette,
  symbol: (key: 'wild' | 'high1' | 'high2' | 'high3' | 'low1') => string,
): string {
  const top = glass.y + 4
  const height = glass.height - 8
  const panel = (x: number, rows: string) =>
    `<rect x="${x}" y="${top}" width="${PANEL_WIDTH}" height="${height}" rx="8" fill="#0b0604" fill-opacity=".62" stroke="url(#brass)" stroke-opacity=".7"/>${rows}`
  const pays = PAID.map((key, index) => {
    const step = (height - 8) / PAID.length
    const y = top + 4 + index * step
    const pay = (def.paytable[key]?.[def.reels.length] ?? 0) / def.coins
    return `<svg x="${12 + (PANEL_WIDTH - 46) / 2}" y="${y + 2}" width="46" height="46" viewBox="0 0 200 200">${prefixIds(symbol(key), `${key}-`)}</svg>
<text x="${12 + PANEL_WIDTH / 2}" y="${y + 66}" text-anchor="middle" font-weight="700" font-size="21" fill="#fff1d8">×${pay}</text>`
  })
  const right = WIDTH - 12 - PANEL_WIDTH
  return panel(12, pays.join('')) + panel(right, lineCards(right, top, height, def, palette))
}

/** A small drawing of each line. */
function lineCards(x: number, top: number, height: number, def: GameDef, palette: Palette): string {
  const step = (height - 12) / def.lines.length
  return def.lines
    .map((rows, line) => {
      const y = top + 6 + line * step + (step - 3 * 14 + 3) / 2
      const dots = rows.flatMap((row, reel) =>
        [0, 1, 2].map(
          (other) =>
            `<rect x="${x + 30 + reel * 16}" y="${y + other * 14}" width="13" height="11" rx="2" fill="${other === row ? palette.main : '#3a2a1e'}"/>`,
        ),
      )
      return `<text x="${x + 16}" y="${y + 20}" dy=".36em" text-anchor="middle" font-weight="700" font-size="20" fill="#fff1d8">${line + 1}</text>${dots.join('')}`
    })
    .join('')
}

/** Prefixes the ids of a drawing, so that several fit into one document. */
function prefixIds(body: string, prefix: string): string {
  return body
    .replace(/\bid="([^"]+)"/g, `id="${prefix}$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${prefix}$1"`)
}
