/*
 * The machine's video: WHEP (draft-ietf-wish-whep), as the app uses it. The URL is `video.url` of the answer
 * to `init`, or the setting `videoUrl`; it may have any form.
 */

const text = (description: string) => ({ description, schema: { type: 'string' } })
const sdp = { 'application/sdp': { schema: { type: 'string' } } }
const fragment = { 'application/trickle-ice-sdpfrag': { schema: { type: 'string' } } }
const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
})
const retryAfter = { 'Retry-After': text('How long to wait, in seconds or as a date; 60 s at most.') }

const servers = [
  {
    url: '{whep}',
    description: 'Where the picture of a machine is.',
    variables: { whep: { default: '/whep/1', description: '`video.url`, or `videoUrl` with the id put in' } },
  },
]

/** The paths of WHEP, on a server of their own. */
export const WHEP_PATHS = {
  '/': {
    servers,
    post: {
      operationId: 'whepOpen',
      tags: ['Video'],
      summary: 'Open a picture',
      description:
        'Sent when a machine is joined, with an offer to receive video and audio (VP8, H.264 and others, Opus). The app shows the picture once frames move, and refuses play while the newest is older than `maxPictureAge`. A body with a code is optional: the status is enough.',
      requestBody: { required: true, content: sdp },
      responses: {
        '201': {
          description: 'The answer.',
          headers: {
            Location: text(
              'The session, relative to this address: candidates, restart and end go there. Without it: none of these are sent.',
            ),
            ETag: text('Names the ICE session. Without it: PATCH carries no If-Match.'),
            Link: text(
              '`rel="ice-server"`: STUN and TURN servers. Layers and events of WHEP, where there are several.',
            ),
            'Accept-Patch': text('Not read.'),
          },
          content: sdp,
        },
        '401': refusal('The token is no good: the app checks the session by GET /validate.'),
        '403': refusal('The player may not see this machine, for example without a seat there. Final.'),
        '404': refusal('No such machine. Final.'),
        '406': {
          description:
            'A counter-offer in place of an answer: the app sends its answer by PATCH with type application/sdp.',
          content: sdp,
        },
        '409': {
          ...refusal('Not now, for example while the machine is off. Tried again.'),
          headers: retryAfter,
        },
        '429': { ...refusal('Too many requests. Tried again.'), headers: retryAfter },
        '503': { ...refusal('No capacity. Tried again.'), headers: retryAfter },
      },
    },
  },
  '/{session}': {
    servers,
    parameters: [
      {
        name: 'session',
        in: 'path',
        required: true,
        description: 'Stands for the Location of the answer, whatever its shape.',
        schema: { type: 'string' },
      },
    ],
    patch: {
      operationId: 'whepPatch',
      tags: ['Video'],
      summary: 'Candidates, or a restart of ICE',
      description:
        'Candidates that were found after the offer; with `If-Match: *` a restart after the connection was lost.',
      parameters: [
        { name: 'If-Match', in: 'header', required: false, ...text('The ETag, or `*` for a restart.') },
      ],
      requestBody: { required: true, content: fragment },
      responses: {
        '200': {
          description: 'Restarted.',
          headers: { ETag: text('Of the new ICE session.') },
          content: fragment,
        },
        '204': { description: 'Candidates taken.' },
        '404': refusal('No such session: the app opens a new one.'),
        '405': refusal('No trickle: the app sends no further candidates.'),
        '412': refusal('Another ICE session.'),
        '422': refusal('No restart: the app opens a new session.'),
      },
    },
    delete: {
      operationId: 'whepClose',
      tags: ['Video'],
      summary: 'Close the picture',
      description:
        'Sent when the machine is left, also when the page is closed. Sessions whose media stop must end by themselves.',
      responses: {
        '200': { description: 'Closed.' },
        '404': { description: 'No such session: closed already.' },
      },
    },
  },
} as const
