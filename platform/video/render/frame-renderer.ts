import { cellsOf } from '../../games/cells.ts'
import { type GameDef, stripsOf } from '../../games/index.ts'
import { setNewest } from '../../lib/set-newest.ts'
import type { MarkerKind } from '../protocol/ipc.ts'
import { FRAMES_PER_SECOND, HEIGHT, WIDTH } from '../protocol/layers.ts'
import { scaledBox } from '../protocol/layout.ts'
import type { MachineState, Scene, ShownSpin } from '../protocol/machine-state.ts'
import { type Art, artOf } from './art.ts'
import { drawBanner } from './banner.ts'
import { lampBoxes, lampsAt } from './cabinet.ts'
import { type Banner, type FrameState, frameStateAt } from './frame-state.ts'
import { blend, copyRect, createPicture, type Picture, type Sprite } from './i420.ts'
import { drawMarker, markerSpin } from './marker.ts'
import { copyReel, shadeReel } from './reels.ts'
import { tokenBoxes } from './side-panels.ts'
import { PULSES } from './symbols.ts'

const PULSE_MS = 620
const MAX_CACHED_BANNERS = 24

/** Draws the frames of one machine, or of several that differ in their state alone. */
export interface FrameRenderer {
  /** Draws the frame of `now` (ms by `videoNow`). Returns the same picture every time, drawn over. */
  draw(state: MachineState, now: number): Picture
  /** Draws a piece of art ahead of its use; false if there is none left. */
  prerenderNext(): boolean
}

/** The brand's name, which the cabinet shows: a machine's name without its number. */
export const brandNameOf = ({ name }: Pick<Scene, 'name'>): string => name.replace(/\s+\d+$/, '')

/**
 * Draws the brand's art if this is its first renderer. `marker`: for tests and benches, see marker.ts. `art`:
 * of another size.
 */
export function createFrameRenderer(
  scene: Scene,
  def: GameDef,
  marker?: MarkerKind,
  art: Art = artOf(scene.brand, brandNameOf(scene), def),
): FrameRenderer {
  const picture = createPicture(WIDTH * art.scale, HEIGHT * art.scale)
  const drawCabinet = createCabinetLayer(def, art)
  const drawWins = createWinLayer(art)
  let frame = 0
  return {
    prerenderNext: art.prerenderNext,
    draw(state, now) {
      const frameState = frameStateAt(def, state, now)
      const background = drawCabinet(picture, frameState, now)
      drawReels(picture, def, art, state, frameState, background)
      drawWins(picture, frameState)
      if (!marker) return picture
      frame = (frame + 1) % 512
      drawMarker(picture.y, picture.width, {
        spin: state.last ? markerSpin(state.last.spin.spinId) : 0,
        standing: frameState.standing,
        frame,
        credit: marker === 'time' ? Date.now() : state.meters.credit,
      })
      return picture
    },
  }
}

/**
 * Draws the cabinet whole when it changes, and otherwise the lamps that change. Returns the one with its
 * lights out.
 */
function createCabinetLayer(def: GameDef, art: Art) {
  const lamps = lampBoxes(art.layout)
  const tokens = tokenBoxes(def, art.layout)
  const boxes = [...lamps, ...tokens].map((box) => scaledBox(box, art.scale))
  let background: Picture | undefined
  let lit: boolean[] = []

  return (picture: Picture, frameState: FrameState, now: number): Picture => {
    const cabinet = art.cabinet(frameState.bonus)
    if (background !== cabinet.dark) {
      background = cabinet.dark
      lit = []
      copyRect(picture, 0, 0, background, 0, 0, picture.width, picture.height)
    }
    const winningLines = new Set(frameState.wins.map(({ line }) => line))
    const next = [
      ...lampsAt(frameState, lamps.length, now),
      ...tokens.map((_, line) => winningLines.has(line)),
    ]
    boxes.forEach(({ x, y, width, height }, i) => {
      if (next[i] === lit[i]) return
      copyRect(picture, x, y, next[i] ? cabinet.lit : cabinet.dark, x, y, width, height)
    })
    lit = next
    return background
  }
}

function drawReels(
  picture: Picture,
  def: GameDef,
  art: Art,
  state: MachineState,
  frameState: FrameState,
  background: Picture,
): void {
  const { glass, reelX, cellWidth, cellHeight } = art.pixels
  copyRect(picture, glass.x, glass.y, background, glass.x, glass.y, glass.width, glass.height)
  frameState.reels.forEach((reel, index) => {
    const strip = stripsOf(def, reel.free)[index]
    if (!strip) return
    const moved = reel.speed / FRAMES_PER_SECOND
    const x = reelX[index] ?? 0
    copyReel(picture, art.reel(strip), art.tiles, reel.position, moved, x, glass.y, cellHeight, def.rows)
  })
  if (state.last && frameState.wins.length > 0)
    drawWinningCells(picture, def, art, state.last.spin, frameState)
  for (const x of reelX) shadeReel(picture, x, glass.y, cellWidth, glass.height, art.scale)
}

/** Winning symbols pulse, all others are dimmed. */
function drawWinningCells(
  picture: Picture,
  def: GameDef,
  art: Art,
  spin: ShownSpin,
  { reels, wins, winMs }: FrameState,
): void {
  const { glass, reelX, cellWidth, cellHeight } = art.pixels
  const keyOf = (reel: number, row: number) => reel * def.rows + row
  const winning = new Set(
    wins.flatMap((win) => cellsOf(def, spin, win).map(({ reel, row }) => keyOf(reel, row))),
  )
  const phase = 0.5 - 0.5 * Math.cos((winMs / PULSE_MS) * Math.PI * 2)
  const beat = Math.round(phase * (PULSES - 1))
  reels.forEach((reel, index) => {
    const strip = stripsOf(def, reel.free)[index] ?? []
    for (let row = 0; row < def.rows; row += 1) {
      const symbol = strip[(reel.position + row) % strip.length]
      const tiles = symbol && art.tiles.get(symbol)
      if (!tiles) continue
      const tile = winning.has(keyOf(index, row)) ? tiles.pulse(beat) : tiles.dim
      const y = glass.y + row * cellHeight
      copyRect(picture, reelX[index] ?? 0, y, tile, 0, 0, cellWidth, cellHeight)
    }
  })
}

/**
 * Draws the lines of the wins, and a banner over them. That of a large win is in the top row: the app's own
 * banner covers the lowest one, and the middle row stays free.
 */
function createWinLayer(art: Art) {
  const bannerSprite = createBannerCache(art)
  const { glass, cellHeight } = art.pixels
  return (picture: Picture, { wins, banner }: FrameState): void => {
    for (const { line } of wins) if (line >= 0) blend(picture, art.line(line), 0, 0)
    if (!banner) return
    const below = (banner.kind === 'big' ? cellHeight : glass.height) / 2
    blendCentred(picture, bannerSprite(banner), glass.x + glass.width / 2, glass.y + below)
  }
}

function blendCentred(picture: Picture, sprite: Sprite, centreX: number, centreY: number): void {
  const even = (value: number) => Math.floor(value / 2) * 2
  blend(picture, sprite, even(centreX - sprite.width / 2), even(centreY - sprite.height / 2))
}

/** Banners are drawn on first use; the oldest one leaves a full cache. */
function createBannerCache(art: Art) {
  const cache = new Map<string, Sprite>()
  return (banner: Banner): Sprite => {
    const key = `${banner.kind} ${banner.count}`
    const sprite = cache.get(key) ?? drawBanner(banner, art.palette, art.scale)
    setNewest(cache, key, sprite, MAX_CACHED_BANNERS)
    return sprite
  }
}
