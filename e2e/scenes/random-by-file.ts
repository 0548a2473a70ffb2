import { readFileSync } from 'node:fs'
import { cryptoRandom } from '../../platform/games/random.ts'

/*
 * A module for `--import`: the reels of the platform stop where STOPS_FILE says, while there is such a file
 * (plant-stops.ts). All other draws stay random.
 */

const drawAtRandom = cryptoRandom.int
let reel = 0

function planted(): { lengths: readonly number[]; stops: readonly number[] } {
  try {
    return JSON.parse(readFileSync(process.env.STOPS_FILE ?? '', 'utf8'))
  } catch {
    return { lengths: [], stops: [] }
  }
}

cryptoRandom.int = (below) => {
  const { lengths, stops } = planted()
  // A spin draws its reels one after the other, each by the length of its strip.
  if (lengths[reel] !== below) reel = 0
  if (lengths[reel] !== below) return drawAtRandom(below)
  const stop = stops[reel] ?? drawAtRandom(below)
  reel = (reel + 1) % lengths.length
  return stop
}
