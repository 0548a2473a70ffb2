import * as v from 'valibot'
import { BRANDS, GAMES } from '../../games/index.ts'
import { ChildOptions, Order, type Report } from '../client/ipc.ts'
import { artOf } from '../render/art.ts'
import { createStudio } from './stream-server.ts'

/*
 * The drawing process: draws, encodes and sends what is watched. It holds nothing that is not also in the platform,
 * so it may die at any moment. It leaves by process.exit alone, after everything is closed: the native library
 * crashes when it is unloaded on a natural exit.
 */

const options = v.parse(ChildOptions, JSON.parse(process.env.VIDEO_OPTIONS ?? '{}'))

const tell = (report: Report) => {
  if (process.connected) process.send?.(report)
}

const studio = createStudio({
  ...options,
  onClosed: (session) => tell({ type: 'closed', session }),
  onFailed: (message) => tell({ type: 'failed', message }),
})

function leave(): void {
  studio.closeAll()
  process.exit(0)
}

async function obey(order: Order): Promise<void> {
  switch (order.type) {
    case 'open':
      return tell({
        type: 'answer',
        call: order.call,
        value: await studio.open(order.session, order.offer, order.state),
      })
    case 'candidate':
      return tell({
        type: 'answer',
        call: order.call,
        value: await studio.candidate(order.session, order.fragment),
      })
    case 'restart':
      return tell({
        type: 'answer',
        call: order.call,
        value: await studio.restart(order.session, order.fragment),
      })
    case 'layer':
      return tell({
        type: 'answer',
        call: order.call,
        value: await studio.layer(order.session, order.layer),
      })
    case 'still':
      return tell({ type: 'answer', call: order.call, value: studio.still(order.state) })
    case 'ping':
      return tell({ type: 'answer', call: order.call, value: { ok: true } })
    case 'stats':
      return tell({ type: 'answer', call: order.call, value: studio.stats() })
    case 'close':
      return studio.close(order.session)
    case 'meters':
      return studio.meters(order.machineId, order.meters)
    case 'spin':
      return studio.spin(order.machineId, order.last)
    case 'stop':
      return leave()
  }
}

/** The rest of the platform starts first. */
const START_MS = 1000
const WARM_MS = 5
const BUSY_MS = 2000

/** The brands' art, drawn ahead of the first viewers: every brand's own first, then all that is wanted later. */
function* artAhead(): Generator<void> {
  const brands = BRANDS.flatMap(({ brand, name, game }) => {
    const def = GAMES[game]
    return def ? [() => artOf(brand, name, def)] : []
  })
  for (const art of brands) yield void art()
  for (const art of brands) while (art().warm()) yield
}

/** Draws a piece after another while nobody watches. */
function warmUp(pieces: Generator<void>): void {
  const idle = studio.isIdle()
  if (idle && pieces.next().done) return
  setTimeout(() => warmUp(pieces), idle ? WARM_MS : BUSY_MS).unref()
}

process.on('message', (message) => {
  const order = v.safeParse(Order, message)
  if (order.success) obey(order.output).catch((error) => tell({ type: 'failed', message: String(error) }))
})
process.on('disconnect', leave)
process.on('SIGTERM', leave)
// Ctrl-C reaches the whole process group; the platform says when it is time.
process.on('SIGINT', () => {})

tell({ type: 'ready' })
if (options.warmUp) setTimeout(() => warmUp(artAhead()), START_MS)
