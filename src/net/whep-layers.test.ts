// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layerChoice, layersOf } from './whep-layers.ts'
import type { WhepExtensionContext } from './whep-session.ts'

const BASE = 'https://video.example/live/7/whep'
const LINKS =
  '<turn:turn.example>; rel="ice-server", </s/1/layer>; rel="urn:ietf:params:whep:ext:core:layer", ' +
  '</s/1/sse>; rel="urn:ietf:params:whep:ext:core:server-sent-events"; events="layers,active"'
const EVENT = (layers: object[]) =>
  `: hello\n\nevent: active\ndata: {}\n\nevent: layers\ndata: ${JSON.stringify({ 1: { active: [], layers } })}\n\n`
const LISTED = [
  { encodingId: 'low', bitrate: 100, width: 320, heigth: 180 },
  { encodingId: 'high', bitrate: 900, width: 640, height: 360, temporalLayerId: 1 },
]

/** A server that answers by method and path, and records the requests. */
function serve(answers: Record<string, () => Response>, links = LINKS) {
  const asked: [string, string | undefined][] = []
  const context: WhepExtensionContext = {
    peer: {} as RTCPeerConnection,
    links,
    base: BASE,
    async request(to, method, _headers, body) {
      const { origin, pathname } = new URL(to)
      asked.push([`${method} ${origin === 'https://video.example' ? '' : origin}${pathname}`, body])
      const answer = answers[`${method} ${pathname}`]
      if (!answer) throw new TypeError('network')
      return answer()
    },
  }
  return { context, asked }
}
const created = () => new Response(null, { status: 201, headers: { location: '/s/1/sse/a' } })
const stream = (text: string) => () => new Response(text)

test('the list is requested as the draft says, up to a timeout; a layer is selected by its ids', async () => {
  let pulled = 0
  const { context, asked } = serve({
    'POST /s/1/sse': created,
    // A stream that does not end by itself.
    'GET /s/1/sse/a': () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            pulled++
            const text = EVENT(LISTED)
            controller.enqueue(new TextEncoder().encode(pulled === 1 ? text.slice(0, 40) : text.slice(40)))
          },
        }),
      ),
    'POST /s/1/layer': () => new Response(null, { status: 200 }),
  })
  const choice = await layerChoice(context)
  expect(choice?.layers).toMatchObject([
    { encodingId: 'high', width: 640, height: 360 },
    { encodingId: 'low', width: 320, height: 180 },
  ])
  expect(pulled).toBeLessThan(6)
  expect(await choice?.choose(choice.layers[0])).toBe(true)
  expect(await choice?.choose(undefined)).toBe(true)
  expect(asked).toEqual([
    ['POST /s/1/sse', '["layers"]'],
    ['GET /s/1/sse/a', undefined],
    ['POST /s/1/layer', '{"mediaId":"1","encodingId":"high","temporalLayerId":1}'],
    ['POST /s/1/layer', '{}'],
  ])
})

test('a server that streams events at the link itself is supported', async () => {
  const { context } = serve({
    'POST /s/1/sse': () => new Response(null, { status: 405 }),
    'GET /s/1/sse': stream(EVENT([{ id: 'a', spatialLayerId: 1 }, { encodingId: 'b' }])),
  })
  expect((await layerChoice(context))?.layers).toHaveLength(2)
})

test('a refused layer or an unreachable server is reported as such', async () => {
  let status = 422
  const answers: Record<string, () => Response> = {
    'POST /s/1/sse': created,
    'GET /s/1/sse/a': stream(EVENT(LISTED)),
    'POST /s/1/layer': () => new Response(null, { status }),
  }
  const choice = await layerChoice(serve(answers).context)
  expect(await choice?.choose(undefined)).toBe(false)
  status = 200
  expect(await choice?.choose(undefined)).toBe(true)
  delete answers['POST /s/1/layer']
  expect(await choice?.choose(undefined)).toBe(false)
})

test.each([
  ['no links', ''],
  ['ICE servers alone', '<turn:turn.example>; rel="ice-server"'],
  ['layers without the event that names them', '</s/1/layer>; rel="urn:ietf:params:whep:ext:core:layer"'],
  ['an address that is none', LINKS.replace('</s/1/layer>', '<https://[>')],
])('a server with %s gets no request', async (_, links) => {
  const { context, asked } = serve({}, links)
  expect(await layerChoice(context)).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  ['one layer alone', EVENT([{ encodingId: 'a' }])],
  ['another event', 'event: active\ndata: {"0":{"layers":[{},{}]}}\n\n'],
  ['no JSON', 'event: layers\ndata: {\n\n'],
  ['half an event', EVENT(LISTED).trimEnd()],
])('%s contains no layers', (_, text) => {
  expect(layersOf(text)).toBeUndefined()
})

test('any input parses to layers or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (text, json) => {
      layersOf(text)
      const found = layersOf(`event: layers\ndata: ${JSON.stringify(json)}\n\n`)
      if (found) expect(found.layers.length).toBeGreaterThan(1)
    }),
  )
})
