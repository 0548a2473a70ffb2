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
const retryAfter = {
  'Retry-After': text('Wait before the next attempt, in seconds or as a date; 60 s at most.'),
}

const servers = [
  {
    url: '{whep}',
    description: 'The source of the picture of a machine.',
    variables: {
      whep: { default: '/whep/1', description: '`video.url`, or `videoUrl` with the id inserted' },
    },
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
        'Sent when a machine is joined, with an offer to receive video and audio (VP8, H.264 and others, Opus). The app shows the picture once frames move, and refuses play while the newest is older than `maxPictureAge`. A body with a code is optional: the status is sufficient.',
      requestBody: { required: true, content: sdp },
      responses: {
        '201': {
          description: 'The answer.',
          headers: {
            Location: text(
              'The session, relative to this address. The app sends candidates, restart and end to it. Without it: the app sends none of them.',
            ),
            ETag: text('Identifies the ICE session. Without it: PATCH carries no If-Match.'),
            Link: text(
              '`rel="ice-server"`: STUN and TURN servers. Also the WHEP extensions for layers and events, if the server has them.',
            ),
            'Accept-Patch': text('Not read.'),
          },
          content: sdp,
        },
        '401': refusal('The token is invalid: the app checks the login by GET /validate.'),
        '403': refusal(
          'The player may not see this machine, for example without a seat at it. The app does not retry.',
        ),
        '404': refusal('No such machine. The app does not retry.'),
        '406': {
          description:
            'A counter-offer in place of an answer: the app sends its answer by PATCH with type application/sdp.',
          content: sdp,
        },
        '409': {
          ...refusal('Not possible now, for example while the machine is off. The app retries.'),
          headers: retryAfter,
        },
        '429': { ...refusal('Too many requests. The app retries.'), headers: retryAfter },
        '503': { ...refusal('No capacity. The app retries.'), headers: retryAfter },
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
        description: 'The Location of the answer, which may have any form.',
        schema: { type: 'string' },
      },
    ],
    patch: {
      operationId: 'whepPatch',
      tags: ['Video'],
      summary: 'Candidates, or an ICE restart',
      description:
        'Candidates that the browser found after the offer; with `If-Match: *` an ICE restart after a lost connection.',
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
        '204': { description: 'Candidates accepted.' },
        '404': refusal('No such session: the app opens a new one.'),
        '405': refusal('Trickle ICE is not supported: the app sends no further candidates.'),
        '412': refusal('Another ICE session.'),
        '422': refusal('An ICE restart is not supported: the app opens a new session.'),
      },
    },
    delete: {
      operationId: 'whepClose',
      tags: ['Video'],
      summary: 'Close the picture',
      description:
        'Sent when the player leaves the machine, also by closing the page. The server must end a session without media by itself.',
      responses: {
        '200': { description: 'Closed.' },
        '404': { description: 'No such session: already closed.' },
      },
    },
  },
} as const
