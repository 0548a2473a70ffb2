import { type GameDef, SCATTER_WIN, stripsOf, WAYS_WIN } from '../../games/index.ts'
import { FRAMES_PER_SECOND, HEIGHT, WIDTH } from '../protocol/layers.ts'
import { CLOCK, METERS } from '../protocol/layout.ts'
import type { MachineState, Meters } from '../protocol/machine-state.ts'
import { type Art, artOf } from './art.ts'
import { lampBoxes } from './cabinet.ts'
import { type FrameState, frameStateAt } from './frame-state.ts'
import { blend, copyRect, createPicture, type Picture, type Sprite } from './i420.ts'
import { lampsAt } from './lamps.ts'
import { drawMarker, markerSpin } from './marker.ts'
import { shadeGlass } from './shade.ts'
import { tokenBoxes } from './side-panels.ts'
import { copyReel } from './strips.ts'
import { PULSES } from './symbols.ts'
import { amountFormat, createMeter, drawCaption } from './text.ts'
import { cellsOf } from './wins.ts'

const MACHINE_NAME = { x: 16, y: 12, width: 150, height: 22 }

/** One machine's picture. `draw` paints the moment `now` (ms since 1970) and gives the same picture every time. */
export interface FrameRenderer {
  draw(state: MachineState, now: number): Picture
  /** Draws a piece of art ahead of its time; false when there is none left. */
  prerenderNext(): boolean
}

/** For benches: the marker carries the ms at which a frame began to be drawn in place of the credit. */
const STAMPED = process.env.VIDEO_STAMPS === '1'

/** Draws a brand's art if it is the first of its brand, and makes ready to paint one machine. */
export function createFrameRenderer(scene: MachineState['scene'], def: GameDef): FrameRenderer {
  const brandName = scene.name.replace(/\s+\d+$/, '')
  const art = artOf(scene.brand, brandName, def)
  const picture = createPicture(WIDTH, HEIGHT)
  const amount = amountFormat(scene.currency)
  const { figures } = art
  const meters = {
    credit: createMeter(figures.credit, METERS.credit),
    win: createMeter(figures.win, METERS.win),
    stake: createMeter(figures.credit, METERS.stake),
    freeSpins: createMeter(figures.credit, METERS.freeSpins),
    clock: createMeter(figures.small, CLOCK),
  }
  const lamps = lampBoxes(art.layout)
  const tokens = tokenBoxes(def, art.layout)
  const title = drawCaption(scene.name, 15, { ...art.palette, ground: 'none', main: 'none' }, true)
  const caption = captions(art)
  let ground: Picture | undefined
  let lit: boolean[] = []
  let frame = 0

  function drawCabinet(moment: FrameState, now: number): void {
    const cabinet = art.cabinet(moment.bonus)
    if (ground !== cabinet.dark) {
      ground = cabinet.dark
      lit = []
      copyRect(picture, 0, 0, ground, 0, 0, WIDTH, HEIGHT)
      blend(picture, title, MACHINE_NAME.x - 10, MACHINE_NAME.y)
    }
    const lines = new Set(moment.wins.map(({ line }) => line))
    const boxes = [...lamps, ...tokens]
    const next = [...lampsAt(moment, lamps.length, now), ...tokens.map((_, line) => lines.has(line))]
    boxes.forEach(({ x, y, width, height }, i) => {
      if (next[i] !== lit[i]) {
        copyRect(picture, x, y, next[i] ? cabinet.lit : cabinet.dark, x, y, width, height)
      }
    })
    lit = next
  }

  function drawReels(state: MachineState, moment: FrameState, dark: Picture): void {
    const { glass, reelX, cellWidth, cellHeight } = art.layout
    copyRect(picture, glass.x, glass.y, dark, glass.x, glass.y, glass.width, glass.height)
    moment.reels.forEach((reel, index) => {
      const strip = stripsOf(def, reel.free)[index]
      if (!strip) return
      const moved = reel.speed / FRAMES_PER_SECOND
      const x = reelX[index] ?? 0
      copyReel(picture, art.reel(strip), art.tiles, reel.position, moved, x, glass.y, cellHeight, def.rows)
    })
    const last = state.last?.spin
    if (last && moment.wins.length > 0) {
      const winning = new Set(
        moment.wins.flatMap((win) => cellsOf(def, last, win).map(({ reel, row }) => reel * 8 + row)),
      )
      const beat = 0.5 - 0.5 * Math.cos((moment.winMs / 620) * Math.PI * 2)
      moment.reels.forEach((reel, index) => {
        const strip = stripsOf(def, reel.free)[index] ?? []
        for (let row = 0; row < def.rows; row += 1) {
          const symbol = strip[(reel.position + row) % strip.length]
          const tiles = symbol && art.tiles.get(symbol)
          if (!tiles) continue
          const pulse = () => tiles.pulse(Math.round(beat * (PULSES - 1)))
          const tile = winning.has(index * 8 + row) ? pulse() : tiles.dim
          if (tile)
            copyRect(
              picture,
              reelX[index] ?? 0,
              glass.y + row * cellHeight,
              tile,
              0,
              0,
              cellWidth,
              cellHeight,
            )
        }
      })
    }
    for (const x of reelX) shadeGlass(picture, x, glass.y, cellWidth, glass.height)
  }

  function drawWins(moment: FrameState): void {
    const { glass } = art.layout
    const centre = glass.x + glass.width / 2
    for (const { line } of moment.wins) if (line >= 0) blend(picture, art.line(line), 0, 0)
    const total = moment.wins.reduce((sum, win) => sum + win.amount, 0)
    const first = moment.wins[0]
    if (moment.banner) {
      const { kind, amount: size } = moment.banner
      const text = {
        big: `BIG WIN ${amount(size)}`,
        free: `${size} ${def.free.reels ? 'RE-SPINS' : 'FREE SPINS'}`,
        jackpot: 'JACKPOT',
      }[kind]
      place(picture, caption(text, kind === 'jackpot' ? 84 : 50, false), centre, glass.y + glass.height / 2)
    } else if (first) {
      const name =
        first.line === SCATTER_WIN ? 'SCATTER' : first.line === WAYS_WIN ? 'WAYS' : `LINE ${first.line + 1}`
      const text = `${moment.wins.length > 1 ? 'WIN' : name} · ${amount(total)}`
      place(picture, caption(text, 20, true), centre, glass.y + glass.height - 20)
    }
  }

  function drawMeters(shown: Meters, dark: Picture, now: number): void {
    meters.credit.draw(picture, dark, amount(shown.credit))
    meters.win.draw(picture, dark, amount(shown.win))
    meters.stake.draw(picture, dark, amount(shown.stake))
    meters.freeSpins.draw(picture, dark, String(shown.freeSpins))
    meters.clock.draw(picture, dark, new Date(now).toTimeString().slice(0, 8))
  }

  return {
    prerenderNext: art.prerenderNext,
    draw(state, now) {
      const moment = frameStateAt(def, state, now)
      drawCabinet(moment, now)
      const dark = ground ?? picture
      drawReels(state, moment, dark)
      drawWins(moment)
      drawMeters(state.meters, dark, now)
      frame = (frame + 1) % 512
      drawMarker(picture.y, WIDTH, {
        spin: state.last ? markerSpin(state.last.spin.spinId) : 0,
        standing: moment.standing,
        frame,
        credit: STAMPED ? now : state.meters.credit,
      })
      return picture
    },
  }
}

function place(picture: Picture, sprite: Sprite, centreX: number, centreY: number): void {
  const even = (value: number) => Math.floor(value / 2) * 2
  blend(picture, sprite, even(centreX - sprite.width / 2), even(centreY - sprite.height / 2))
}

/** Captions drawn when first wanted; the oldest are forgotten. */
function captions(art: Art) {
  const kept = new Map<string, Sprite>()
  return (text: string, size: number, pill: boolean): Sprite => {
    const key = `${size}${pill}${text}`
    const sprite = kept.get(key) ?? drawCaption(text, size, art.palette, pill)
    kept.set(key, sprite)
    if (kept.size > 24) kept.delete(kept.keys().next().value ?? '')
    return sprite
  }
}
