import type { GameDef } from './game.ts'
import { STAKES, strip } from './strip.ts'

const left = strip('d f e B d f C e S f d e W f d B e f C d e A f d e S f C e d B f e d C f')
const middle = strip('e d f C e B d f e S d f W e C d f e B d A f e d S f e C d f B e d f C e')
const right = strip('f e d B f C e d f S e d W f e B d f C e A d f e S d C f e d B f e d f C')

/**
 * Three reels, five lines. Three scatters award five re-spins, during which the middle reel is full of wilds.
 */
export const classic5: GameDef = {
  id: 'classic5',
  name: 'Classic Five',
  kind: 'lines',
  rows: 3,
  coins: 5,
  lines: [
    [1, 1, 1],
    [0, 0, 0],
    [2, 2, 2],
    [0, 1, 2],
    [2, 1, 0],
  ],
  reels: [left, middle, right],
  paytable: {
    wild: { 3: 500 },
    high1: { 3: 250 },
    high2: { 3: 80 },
    high3: { 3: 40 },
    low1: { 3: 12 },
    low2: { 3: 10 },
    low3: { 3: 10 },
  },
  scatterPays: { 3: 5 },
  free: { awards: { 3: 5 }, multiplier: 1, reels: [left, strip('WWW'), right] },
  jackpot: 'high1',
  stakes: STAKES,
  reelStopsMs: [900, 1250, 1600],
  durationMs: 1750,
  rtp: 0.9591,
  volatility: 'medium',
  exactReturn: { numerator: 66_419n, denominator: 69_984n },
}
