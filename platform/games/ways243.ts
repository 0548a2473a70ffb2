import type { GameDef } from './game.ts'
import { STAKES, strip } from './strip.ts'

/**
 * Five reels, 243 ways: a symbol pays in any row on adjacent reels from the left, once per way. Wilds are on
 * the middle reels and only substitute; free spins pay three times.
 */
export const ways243: GameDef = {
  id: 'ways243',
  name: '243 Ways',
  kind: 'ways',
  rows: 3,
  coins: 25,
  lines: [[1, 1, 1, 1, 1]],
  reels: [
    strip('g A f d B g e C f d g e f B d g A e f C d g S e f B d g C e A'),
    strip('f B g d A e f C g d W f e B d g S f A e d C g f e B d g f C A e'),
    strip('e C d g A f B e S d g f C e W d B g f A e d g C f e B d g A f'),
    strip('d A f g C e d B f g W e d C f A g e B d f S g e C d f B g e A d'),
    strip('g d A e f B d g C e f d B g e A f d C g S e f B d g e A C f d'),
  ],
  paytable: {
    high1: { 3: 25, 4: 80, 5: 350 },
    high2: { 3: 20, 4: 50, 5: 200 },
    high3: { 3: 15, 4: 40, 5: 120 },
    low1: { 3: 5, 4: 15, 5: 50 },
    low2: { 3: 5, 4: 12, 5: 35 },
    low3: { 3: 4, 4: 10, 5: 30 },
    low4: { 3: 4, 4: 10, 5: 30 },
  },
  scatterPays: { 3: 3, 4: 20, 5: 100 },
  free: { awards: { 3: 10, 4: 15, 5: 25 }, multiplier: 3 },
  jackpot: 'high1',
  stakes: STAKES,
  reelStopsMs: [800, 1050, 1300, 1550, 1800],
  durationMs: 1950,
  rtp: 0.9448,
  volatility: 'medium',
  exactReturn: { numerator: 323_702_685_557_001n, denominator: 346_265_416_563_200n },
}
