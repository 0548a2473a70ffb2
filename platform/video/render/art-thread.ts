import { parentPort, workerData } from 'node:worker_threads'
import { GAMES } from '../../games/index.ts'
import { artOf } from './art.ts'
import { buffersOf, drawAll } from './drawn-art.ts'
import type { ArtRequest } from './sharp-art.ts'

/* A thread that draws the art of one brand, sends it, and ends. */

const { brand, name, game, scale } = workerData as ArtRequest
const def = GAMES[game]
if (!def) throw new Error(`There is no game ${game}.`)
const drawn = drawAll(artOf(brand, name, def, scale), def)
parentPort?.postMessage(drawn, buffersOf(drawn))
