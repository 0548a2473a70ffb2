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
export const RETRY_AFTER = text('Wait before the next attempt, in seconds or as a date; 60 s at most.')
const retryAfter = { 'Retry-After': RETRY_AFTER }
const unauthorized = {
  ...refusal('The token is invalid: the app checks the login by GET /validate.'),
  headers: { 'WWW-Authenticate': text('`Bearer`. Not read.') },
}
const tooMany = { ...refusal('Too many requests. The app retries.'), headers: retryAfter }

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
        '307': {
          description:
            'The offer goes to another server, such as an SFU. On another origin the request has no token: the address must hold one.',
          headers: { Location: text('The WHEP address of the machine there.') },
        },
        '400': refusal('The offer is not SDP. The app does not retry.'),
        '401': unauthorized,
        '403': refusal(
          'The player may not see this machine, for example without a seat at it. The app does not retry.',
        ),
        '404': refusal('No such machine. The app does not retry.'),
        '406': {
          description:
            'With a Location, a counter-offer in place of an answer: the app sends its answer by PATCH with type application/sdp. Else the offer cannot be answered, for example without a codec of the server: the app does not retry.',
          headers: { Location: text('The session, for the answer to a counter-offer.') },
          content: { ...sdp, ...refusal('').content },
        },
        '409': {
          ...refusal('Not possible now, for example while the machine is off. The app retries.'),
          headers: retryAfter,
        },
        '413': refusal('The offer is too large. The app does not retry.'),
        '415': refusal('Another type than application/sdp. The app does not retry.'),
        '429': tooMany,
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
        '400': refusal('The fragment is invalid.'),
        '401': unauthorized,
        '404': refusal('No such session: the app opens a new one.'),
        '405': refusal('Trickle ICE is not supported: the app sends no further candidates.'),
        '412': refusal('Another ICE session.'),
        '415': {
          ...refusal('Another type than that of a fragment.'),
          headers: { 'Accept-Patch': text('The accepted type. Not read.') },
        },
        '422': refusal('An ICE restart is not supported: the app opens a new session.'),
        '428': refusal('Without If-Match, where the answer had an ETag.'),
        '429': tooMany,
        '503': { ...refusal('Not possible now.'), headers: retryAfter },
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
        '401': unauthorized,
        '404': refusal('No such session: already closed.'),
        '429': tooMany,
      },
    },
  },
} as const
