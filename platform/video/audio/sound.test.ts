import { expect, test } from 'vitest'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import { CHUNK_SAMPLES } from './clips.ts'
import { createSpeaker, cuesOf } from './sound.ts'

const def = GAMES.lines10 as GameDef

function spinWhere(wanted: (win: number) => boolean) {
  const random = seededRandom(9)
  let outcome = spinGame(def, 500, random, false)
  while (!wanted(outcome.win) || outcome.freeSpins > 0) outcome = spinGame(def, 500, random, false)
  return {
    spin: { spinId: '1', stops: outcome.stops, wins: outcome.wins, free: false, stake: 500 },
    startedAt: 5000,
  }
}

/** The loudest sample of each 100 ms from the start of the spin. */
function listen(wanted: (win: number) => boolean): number[] {
  const speaker = createSpeaker()
  speaker.play(cuesOf(def, spinWhere(wanted)))
  return Array.from({ length: 40 }, (_, tenth) => {
    let peak = 0
    for (let ms = 0; ms < 100; ms += 10) {
      for (const sample of speaker.next(5000 + tenth * 100 + ms)) peak = Math.max(peak, Math.abs(sample))
    }
    return peak
  })
}

test('reels make sound, each stop is louder than the spinning, and a lost spin ends in silence', () => {
  const peaks = listen((win) => win === 0)
  expect(Math.min(...peaks.slice(3, 15))).toBeGreaterThan(400)
  for (const stopMs of def.reelStopsMs) {
    expect(peaks[Math.floor((stopMs - 240) / 100)]).toBeGreaterThan(6000)
  }
  expect(Math.max(...peaks.slice(22))).toBe(0)
})

test('a win plays its bells after the last reel has stopped', () => {
  expect(Math.max(...listen((win) => win > 500).slice(20, 24))).toBeGreaterThan(3000)
})

test('a return of at most the stake ends in silence', () => {
  expect(Math.max(...listen((win) => win > 0 && win <= 500).slice(22))).toBe(0)
})

test('a speaker without cues is silent', () => {
  const piece = createSpeaker().next(1)
  expect(piece).toHaveLength(CHUNK_SAMPLES)
  expect(piece.every((sample) => sample === 0)).toBe(true)
})
