import type { Palette } from '../../brands/index.ts'
import type { GameDef } from '../../games/index.ts'
import { HEIGHT, WIDTH } from '../protocol/layers.ts'
import type { Box, Layout } from '../protocol/layout.ts'
import type { FrameState } from './frame-state.ts'
import { type Picture, pictureOf } from './i420.ts'
import { sidePanelsSvg } from './side-panels.ts'
import { drawnWidth, escapeText, rasterise, svgDocument } from './svg.ts'

/**
 * A cabinet with all lights off and with all lights on; parts of the lit one are copied over the dark one.
 * Each is the largest piece of a brand's art and drawn on first use, so that a viewer that arrives waits for
 * one of them alone.
 */
export interface Cabinet {
  readonly dark: Picture
  readonly lit: Picture
}

/** The lamps beside the glass: left side from the bottom up, then right side from the top down. */
export function lampBoxes({ glass }: Layout): Box[] {
  const count = 11
  const step = glass.height / count
  const side = (x: number, index: number) => ({
    x,
    y: Math.floor((glass.y + step * (index + 0.5)) / 2) * 2 - 6,
    width: 12,
    height: 12,
  })
  const up = Array.from({ length: count }, (_, i) => side(glass.x - 20, count - 1 - i))
  const down = Array.from({ length: count }, (_, i) => side(glass.x + glass.width + 8, i))
  return [...up, ...down]
}

/** Which lamps are lit: one walks slowly at rest, some run while the reels turn, all flicker for a win. */
export function lampsAt(frameState: FrameState, count: number, now: number): boolean[] {
  const step = (ms: number) => Math.floor(now / ms)
  return Array.from({ length: count }, (_, i) => {
    if (frameState.wins.length > 0) return (i + step(170)) % 2 === 0
    if (!frameState.standing) return (((i - step(50)) % 5) + 5) % 5 < 2
    if (frameState.bonus) return (((i - step(130)) % 4) + 4) % 4 < 2
    return (((i - step(420)) % 8) + 8) % 8 === 0
  })
}

/** Draws a brand's cabinet around the game's reels; `bonus`: in the look of free rounds. */
export function drawCabinet(
  def: GameDef,
  layout: Layout,
  palette: Palette,
  name: string,
  bonus: boolean,
  symbol: (key: 'wild' | 'high1' | 'high2' | 'high3' | 'low1') => string,
  scale: number,
): Cabinet {
  const draw = (lit: boolean) => {
    const parts = [
      definitions(palette, bonus),
      body(palette, layout, bonus),
      sign(def, palette, name, bonus),
      frame(layout),
      sidePanelsSvg(def, layout, palette, lit, symbol),
      ...lampBoxes(layout).map((box) => lamp(box, palette, lit)),
    ]
    return pictureOf(rasterise(svgDocument(WIDTH, HEIGHT, parts.join('')), scale))
  }
  let dark: Picture | undefined
  let lit: Picture | undefined
  return {
    get dark() {
      dark ??= draw(false)
      return dark
    },
    get lit() {
      lit ??= draw(true)
      return lit
    },
  }
}

function definitions(palette: Palette, bonus: boolean): string {
  return `<defs>
<radialGradient id="room" cx=".5" cy=".34" r=".8"><stop offset="0" stop-color="${bonus ? palette.main : palette.deep}"/><stop offset=".55" stop-color="${bonus ? palette.deep : palette.ground}"/><stop offset="1" stop-color="${palette.ground}"/></radialGradient>
<linearGradient id="brass" x2="0" y2="1"><stop offset="0" stop-color="#fbe6b0"/><stop offset=".3" stop-color="#d9a850"/><stop offset=".52" stop-color="#8f5f22"/><stop offset=".7" stop-color="#c8923e"/><stop offset="1" stop-color="#5e3a12"/></linearGradient>
<linearGradient id="plate" x2="0" y2="1"><stop offset="0" stop-color="#2b1e15"/><stop offset="1" stop-color="#0c0705"/></linearGradient>
<linearGradient id="letters" x2="0" y2="1"><stop offset="0" stop-color="#fffaf0"/><stop offset=".45" stop-color="${palette.light}"/><stop offset="1" stop-color="${palette.main}"/></linearGradient>
<linearGradient id="fade" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
<filter id="blur" x="-.5" y="-.5" width="2" height="2"><feGaussianBlur stdDeviation="5"/></filter>
<filter id="soft" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="2.2"/></filter>
</defs>`
}

function body(palette: Palette, { glass }: Layout, bonus: boolean): string {
  const middle = glass.y + glass.height / 2
  const rays = Array.from({ length: 24 }, (_, i) => {
    const from = (Math.PI * 2 * i) / 24
    const to = from + Math.PI / 24
    const at = (angle: number) => `${320 + 520 * Math.cos(angle)} ${middle + 520 * Math.sin(angle)}`
    return `M320 ${middle}L${at(from)}L${at(to)}z`
  })
  return `<rect width="640" height="360" fill="${palette.ground}"/><rect width="640" height="360" fill="url(#room)"/>
<path d="${rays.join('')}" fill="${palette.light}" fill-opacity="${bonus ? 0.12 : 0.035}"/>
<rect x="1.5" y="1.5" width="637" height="357" rx="12" fill="none" stroke="#000" stroke-opacity=".7" stroke-width="3"/>
<rect x="3.5" y="3.5" width="633" height="353" rx="10" fill="none" stroke="url(#brass)" stroke-opacity=".75" stroke-width="1.5"/>`
}

/** Units of the sign's plate that a name may take; a longer one is drawn smaller. */
const MAX_NAME_WIDTH = 240

function sign(def: GameDef, palette: Palette, name: string, bonus: boolean): string {
  const multiplier = bonus && def.free.multiplier > 1 ? ` ×${def.free.multiplier}` : ''
  const text = escapeText(name.toLocaleUpperCase('tr') + multiplier)
  const letters = (fill: string, extra = '') =>
    `<text x="320" y="33" text-anchor="middle" font-weight="700" font-size="${multiplier ? 30 : 33}" letter-spacing="${multiplier ? 6 : 9}" fill="${fill}" ${extra}>${text}</text>`
  const fit = Math.min(1, MAX_NAME_WIDTH / drawnWidth(svgDocument(WIDTH, HEIGHT, letters('#fff'))))
  return `<path d="M178 4H462L444 36Q440 43 430 43H210Q200 43 196 36z" fill="url(#plate)" stroke="url(#brass)" stroke-width="2"/>
<path d="M184 6H456L452 14H188z" fill="url(#fade)"/>
<g transform="translate(320 22) scale(${fit}) translate(-320 -22)">${letters(palette.main, 'filter="url(#blur)" opacity=".85"')}${letters('url(#letters)')}</g>
<path d="M16 41H176M464 41H624" stroke="url(#brass)" stroke-opacity=".5" stroke-width="1"/>`
}

function frame({ glass, reelX, cellWidth }: Layout): string {
  const { x, y, width, height } = glass
  const gaps = reelX
    .slice(1)
    .map((reel, i) => {
      const left = (reelX[i] ?? 0) + cellWidth
      return `<rect x="${left}" y="${y}" width="${reel - left}" height="${height}" fill="#0a0604"/><rect x="${(left + reel) / 2 - 0.75}" y="${y}" width="1.5" height="${height}" fill="#8a5f28"/>`
    })
    .join('')
  return `<rect x="${x - 5}" y="${y - 3}" width="${width + 10}" height="${height + 8}" rx="8" fill="#000" opacity=".8" filter="url(#blur)"/>
<rect x="${x - 4}" y="${y - 2.5}" width="${width + 8}" height="${height + 5.5}" rx="6" fill="url(#brass)"/>
<rect x="${x - 1.5}" y="${y - 1}" width="${width + 3}" height="${height + 2}" rx="2" fill="#0a0604"/>${gaps}`
}

function lamp({ x, y, width }: Box, palette: Palette, lit: boolean): string {
  const at = `cx="${x + width / 2}" cy="${y + width / 2}"`
  return lit
    ? `<circle ${at} r="5" fill="${palette.main}" filter="url(#soft)"/><circle ${at} r="3.2" fill="#fff6e2"/>`
    : `<circle ${at} r="3.4" fill="#120b07" stroke="#7a5423" stroke-width="1"/><circle ${at} r="1.8" fill="${palette.main}" fill-opacity=".4"/>`
}
