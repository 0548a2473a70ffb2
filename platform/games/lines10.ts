import type { GameDef } from './game.ts'
import { STAKES, strip } from './strip.ts'

/**
 * Five reels, ten lines. Wilds pay by themselves; three scatters award free spins, which pay double and can
 * award more.
 */
export const lines10: GameDef = {
  id: 'lines10',
  name: 'Ten Lines',
  kind: 'lines',
  rows: 3,
  coins: 10,
  lines: [
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [2, 2, 2, 2, 2],
    [0, 1, 2, 1, 0],
    [2, 1, 0, 1, 2],
    [0, 0, 1, 2, 2],
    [2, 2, 1, 0, 0],
    [1, 0, 0, 0, 1],
    [1, 2, 2, 2, 1],
    [1, 0, 1, 2, 1],
  ],
  reels: [
    strip('g A f d B g e C f d W g e f B d g A e f C d g S e f B d g C e A'),
    strip('f B g d A e f C g d W f e B d g C f A e d g B f e C d g f S A e'),
    strip('e C d g A f B e S d g f C e W d B g f A e d g C f e B d S g A f'),
    strip('d A f g C e d B f g W e d C f A g e B d f S g e C d f B g e A d'),
    strip('g d A e f B d g C e f W d B g e A f d C g S e f B d g S A C f d'),
  ],
  paytable: {
    wild: { 2: 3, 3: 50, 4: 250, 5: 1500 },
    high1: { 2: 3, 3: 35, 4: 150, 5: 750 },
    high2: { 2: 2, 3: 20, 4: 80, 5: 400 },
    high3: { 3: 14, 4: 45, 5: 200 },
    low1: { 3: 8, 4: 25, 5: 100 },
    low2: { 3: 7, 4: 20, 5: 90 },
    low3: { 3: 5, 4: 15, 5: 75 },
    low4: { 3: 5, 4: 15, 5: 75 },
  },
  scatterPays: { 3: 3, 4: 15, 5: 100 },
  free: { awards: { 3: 10, 4: 15, 5: 25 }, multiplier: 2 },
  jackpot: 'high1',
  stakes: STAKES,
  reelStopsMs: [800, 1050, 1300, 1550, 1800],
  durationMs: 1950,
  rtp: 0.9558,
  volatility: 'medium',
  exactReturn: { numerator: 109_614_454_602_223n, denominator: 115_891_270_320_128n },
}
