import * as v from 'valibot'
import { parseUrl } from '../contract/parse-url.ts'
import { hasRelation, linksOf } from './whep-sdp.ts'
import type { WhepExtensionContext } from './whep-session.ts'

/*
 * WHEP's layer selection (urn:ietf:params:whep:ext:core:layer), and the event that lists the layers
 * (…:server-sent-events). A server without these extensions receives no request.
 */

/**
 * A layer as the server describes it: bitrate in bits per second, size in pixels, framerate in frames per
 * second.
 */
export interface Layer {
  readonly encodingId?: string | undefined
  readonly spatialLayerId?: number | undefined
  readonly temporalLayerId?: number | undefined
  readonly bitrate?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly framerate?: number | undefined
}

/** The layers of a session, most expensive first. */
export interface LayerChoice {
  readonly layers: readonly Layer[]
  /** Selects a layer; undefined: the server's own choice. Resolves to whether the server accepted it. */
  choose(layer: Layer | undefined): Promise<boolean>
}

const EXT = 'urn:ietf:params:whep:ext:core:'
/** Maximum time for the list, ms, and its maximum length in characters. */
const LIST_TIMEOUT_MS = 8000
const MAX_LIST_LENGTH = 65_536

const number = v.optional(v.number())
const ListedLayer = v.object({
  encodingId: v.optional(v.string()),
  id: v.optional(v.string()),
  spatialLayerId: number,
  temporalLayerId: number,
  bitrate: number,
  width: number,
  height: number,
  // The draft misspells `height` in one place.
  heigth: number,
  framerate: number,
})
const list = v.optional(v.array(ListedLayer), [])
const LayersEvent = v.record(v.string(), v.object({ active: list, layers: list }))

/**
 * The layers of the first complete `layers` event, of the first m-line with a choice; undefined without one.
 */
export function layersOf(stream: string): { mediaId: string; layers: Layer[] } | undefined {
  for (const event of stream.split(/\r?\n\r?\n/).slice(0, -1)) {
    const lines = event.split(/\r?\n/)
    if (!lines.some((line) => /^event: ?layers$/.test(line))) continue
    const data = lines.flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    try {
      const event = v.safeParse(LayersEvent, JSON.parse(data.join('\n')))
      if (!event.success) continue
      for (const [mediaId, { active, layers }] of Object.entries(event.output)) {
        const listed = layers.length > 0 ? layers : active
        if (listed.length > 1) return { mediaId, layers: sorted(listed) }
      }
    } catch {
      // The data is not JSON; the next event may be.
    }
  }
  return undefined
}

function sorted(listed: readonly v.InferOutput<typeof ListedLayer>[]): Layer[] {
  const cost = ({ width = 0, height = 0, framerate = 30 }: Layer) => width * height * framerate
  return listed
    .map(({ id, heigth, ...layer }) => ({
      ...layer,
      encodingId: layer.encodingId ?? id,
      height: layer.height ?? heigth,
    }))
    .sort((a, b) => (b.bitrate ?? 0) - (a.bitrate ?? 0) || cost(b) - cost(a))
}

/** Reads a stream until it contains the layers. */
async function readList(response: Response): Promise<ReturnType<typeof layersOf>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return undefined
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), LIST_TIMEOUT_MS)
  let text = ''
  try {
    while (text.length < MAX_LIST_LENGTH) {
      const { done, value } = await reader.read()
      text += done ? '\n\n' : value
      const found = layersOf(text)
      if (found || done) return found
    }
    return undefined
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => {})
  }
}

/** The selectable layers of a session; undefined if the server does not support or not list them. */
export async function layerChoice({
  links,
  base,
  request,
}: WhepExtensionContext): Promise<LayerChoice | undefined> {
  const all = linksOf(links)
  const linkUrl = (name: string) => {
    const url = all.find((link) => hasRelation(link, EXT + name))?.url
    return url === undefined ? undefined : parseUrl(url, base)?.href
  }
  const choose = linkUrl('layer')
  const events = linkUrl('server-sent-events')
  if (!choose || !events) return undefined
  const json = { 'content-type': 'application/json' }
  try {
    const made = await request(events, 'POST', json, '["layers"]')
    const location = made.headers.get('location')
    const stream = made.ok && location ? new URL(location, made.url || events).href : undefined
    // Some servers send the stream at the link itself.
    const answer = await request(stream ?? events, 'GET', { accept: 'text/event-stream' })
    const found = answer.ok ? await readList(answer) : undefined
    if (!found) return undefined
    const { mediaId, layers } = found
    return {
      layers,
      async choose(layer) {
        const { encodingId, spatialLayerId, temporalLayerId } = layer ?? {}
        const choice = layer ? { mediaId, encodingId, spatialLayerId, temporalLayerId } : {}
        try {
          return (await request(choose, 'POST', json, JSON.stringify(choice))).ok
        } catch {
          return false
        }
      },
    }
  } catch {
    return undefined
  }
}
