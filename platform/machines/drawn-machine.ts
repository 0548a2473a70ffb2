import type { Band, Capabilities } from '../../src/contract/live.ts'
import { type GameDef, spinGame } from '../games/game.ts'
import type { RandomSource } from '../games/random.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import { HEIGHT, WIDTH } from '../video/protocol/layers.ts'
import { type Box, layoutOf } from '../video/protocol/layout.ts'
import type { MachineDriver, MachineFacts, Rules } from './driver.ts'

/** Regions of the video that can be shown alone. The app translates these ids. */
function bands({ reels, rows }: GameDef): Band[] {
  const { glass } = layoutOf(reels.length, rows)
  const region = ({ x, y, width, height }: Box) => ({
    x: x / WIDTH,
    y: y / HEIGHT,
    width: width / WIDTH,
    height: height / HEIGHT,
  })
  const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  return [
    { id: 'cabinet', name: 'Cabinet', Order: 20, kind: 'crop', region: region(whole) },
    { id: 'reels', name: 'Reels', Order: 10, kind: 'crop', region: region(glass) },
  ]
}

const capabilities = (def: GameDef): Capabilities => ({
  buttons: ['spin', 'bet-down', 'bet-up', 'bet-max', 'autoplay'],
  stakes: [...def.stakes],
  transfer: true,
  bands: bands(def),
})

/** The floor's rows say everything. */
const NOTHING_OF_ITS_OWN: MachineFacts = {
  freeStatus: () => 'available',
  fault: () => undefined,
  pending: () => undefined,
  owesGame: () => false,
  awaitsHandPay: () => false,
  report: () => undefined,
  gameState: () => undefined,
}

export interface DrawnMachineDeps {
  readonly random: RandomSource
  readonly video: Pick<VideoEngine, 'meters' | 'spin'>
}

/** A machine that the platform draws: the outcome by a random source, the picture by the video process. */
export function createDrawnMachine(
  machineId: string,
  rules: Rules,
  { random, video }: DrawnMachineDeps,
): MachineDriver {
  const { def } = rules
  return {
    ...NOTHING_OF_ITS_OWN,
    drawnGame: { rules, draw: (by, stake, free) => spinGame(by.def, stake, random, free) },
    cabinet: undefined,
    stakes: def.stakes,
    offers: (stake) => def.stakes.includes(stake),
    leastStake: () => Math.min(...def.stakes),
    refuses: () => undefined,
    durationMs: def.durationMs,
    capabilities: () => capabilities(def),
    showMeters: (meters) => video.meters(machineId, meters),
    showSpin: (spin) => video.spin(machineId, spin),
    execute() {},
    showVisit() {},
    restore() {},
    disown() {},
  }
}
