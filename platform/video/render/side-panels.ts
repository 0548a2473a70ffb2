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
<text y="7" text-anchor="middle" font-weight="700" font-size="21" letter-spacing="5" fill="url(#letters)">243 WAYS</text>
<path d="M-104 0H-64M64 0H104" stroke="url(#brass)" stroke-width="1.5"/><path d="M-112 0l5-5 5 5-5 5zM102 0l5-5 5 5-5 5z" fill="${palette.main}"/></g>`
  return column(24, -90) + column(WIDTH - 24, 90)
}

function paytable(
  def: GameDef,
  { glass }: Layout,
  palette: Palette,
  symbol: (key: 'wild' | 'high1' | 'high2' | 'high3' | 'low1') => string,
): string {
  const reels = def.reels.length
  const panel = (
    x: number,
    title: string,
    rows: string,
  ) => `<rect x="${x}" y="${glass.y + 4}" width="84" height="${glass.height - 8}" rx="8" fill="#0b0604" fill-opacity=".62" stroke="url(#brass)" stroke-opacity=".7"/>
<text x="${x + 42}" y="${glass.y + 24}" text-anchor="middle" font-weight="600" font-size="11" letter-spacing="2" fill="${palette.light}" fill-opacity=".85">${title}</text>${rows}`
  const rows = (x: number, keys: readonly ('wild' | 'high1' | 'high2' | 'high3' | 'low1')[]) =>
    keys
      .map((key, index) => {
        const y = glass.y + 34 + index * 52
        const pay = (def.paytable[key]?.[reels] ?? 0) / def.coins
        return `<svg x="${x + 6}" y="${y}" width="42" height="42" viewBox="0 0 200 200">${prefixIds(symbol(key), `${key}-`)}</svg>
<text x="${x + 78}" y="${y + 28}" text-anchor="end" font-weight="700" font-size="18" fill="#fff1d8">×${pay}</text>`
      })
      .join('')
  const right = WIDTH - 12 - 84
  return (
    panel(12, 'THREE PAY', rows(12, ['wild', 'high1', 'high2', 'high3'])) +
    panel(right, 'FIVE LINES', lineCards(right, glass.y + 34, def, palette))
  )
}

/** A small drawing of each line. */
function lineCards(x: number, top: number, def: GameDef, palette: Palette): string {
  return def.lines
    .map((rows, line) => {
      const y = top + line * 41
      const dots = rows.flatMap((row, reel) =>
        [0, 1, 2].map(
          (other) =>
            `<rect x="${x + 32 + reel * 14}" y="${y + other * 10}" width="11" height="8" rx="1.5" fill="${other === row ? palette.main : '#3a2a1e'}"/>`,
        ),
      )
      return `<text x="${x + 18}" y="${y + 14}" dy=".36em" text-anchor="middle" font-weight="700" font-size="16" fill="#fff1d8">${line + 1}</text>${dots.join('')}`
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
