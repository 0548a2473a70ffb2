import { codesList } from './code-docs.ts'
import { components, referencedNames } from './components.ts'
import { type Push, REQUEST_CODES, type Request, SOCKET_PUSHES, SOCKET_REQUESTS } from './socket-messages.ts'

const CHANNELS = {
  notification: {
    title: 'Notification channel',
    description: 'One connection per signed-in page: machines, jackpots, wallet, session, messages.',
  },
  game: {
    title: 'Game channel',
    description: 'One connection per page that plays a machine. A disconnect leaves the machine.',
  },
} as const
type Channel = keyof typeof CHANNELS

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const requestName = ({ channel, event }: Request | Push) => `${channel}${capital(event)}`
const ackName = (request: Request) => `${requestName(request)}Ack`
const pushName = (push: Push) => `${requestName(push)}Push`
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const inChannel = (channel: Channel, name: string) => ({ $ref: `#/channels/${channel}/messages/${name}` })

function messagesOf(channel: Channel): Record<string, object> {
  const requests = SOCKET_REQUESTS.filter((request) => request.channel === channel).flatMap((request) => [
    [
      requestName(request),
      {
        name: request.event,
        title: request.summary,
        summary: request.text,
        payload: schema(request.payload),
      },
    ],
    [
      ackName(request),
      {
        name: `${request.event} (acknowledgement)`,
        title: `${request.summary}: acknowledgement`,
        summary: `The one argument of the acknowledgement.\n${codesList(request.codes)}`.trim(),
        payload: schema(request.ack),
      },
    ],
  ])
  const pushes = SOCKET_PUSHES.filter((push) => push.channel === channel).map((push) => [
    pushName(push),
    {
      name: push.event,
      title: push.summary,
      summary: push.text,
      payload: schema(push.payload),
      'x-without': push.without,
    },
  ])
  return Object.fromEntries([...requests, ...pushes])
}

const channelOf = (channel: Channel) => ({
  address: '/socket.io/',
  ...CHANNELS[channel],
  servers: [{ $ref: `#/servers/${channel}` }],
  messages: messagesOf(channel),
  bindings: {
    ws: {
      query: {
        type: 'object',
        properties: {
          EIO: { const: '4', description: 'Engine.IO 4, which Socket.IO 3 and later use.' },
          transport: { const: 'websocket' },
          token: {
            type: 'string',
            description:
              'The token if the setting `socketToken` is "query"; else the payload of the CONNECT packet contains it.',
          },
        },
        required: ['EIO', 'transport'],
      },
    },
  },
})

const operations = () => ({
  ...Object.fromEntries(
    SOCKET_REQUESTS.map((request) => [
      `receive${capital(requestName(request))}`,
      {
        action: 'receive',
        title: request.summary,
        channel: { $ref: `#/channels/${request.channel}` },
        messages: [inChannel(request.channel, requestName(request))],
        reply: {
          channel: { $ref: `#/channels/${request.channel}` },
          messages: [inChannel(request.channel, ackName(request))],
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    SOCKET_PUSHES.map((push) => [
      `send${capital(pushName(push))}`,
      {
        action: 'send',
        title: push.summary,
        channel: { $ref: `#/channels/${push.channel}` },
        messages: [inChannel(push.channel, pushName(push))],
      },
    ]),
  ),
})

const INTRODUCTION = `The two socket channels between the app Reelcast and an operator's platform, seen from the platform: it receives requests and sends pushes. The calls are in openapi.json.

Socket.IO 4 (Engine.IO 4) over WebSocket alone: the app opens no long polling. Path \`/socket.io/\`, namespace \`/\`, JSON packets without binary parts. The addresses are the settings \`machineUrl\` (game) and \`notificationUrl\`; both may be the same server, which then tells the channels apart by their first \`init\`.

The token is the field \`token\` of the handshake's payload (\`auth\`) or, by the setting \`socketToken\`, a parameter of the query: accept both on both channels. A server refuses a handshake with an error whose \`data\` is \`{code, ErrorMessage, params}\`; the codes 10, 10703, 10704 and 60000 end the session, after any other the app tries again, later and later (0.5 s to 10 s).

A request is an event with one object and an acknowledgement, which is \`{ok: true, …}\` or \`{ok: false, code, ErrorMessage, params}\`. The app waits 10 s for it, sends nothing while it is not connected, and sends no command twice. Any request may be refused with these codes, besides its own:

${codesList(REQUEST_CODES)}

A push is an event with one object and no acknowledgement; one that does not parse is dropped.`

const serverOf = (setting: string) => ({
  host: '{host}',
  protocol: 'wss',
  description: `The setting \`${setting}\`; empty: the origin of the page.`,
  variables: { host: { default: 'play.example', description: `Host of \`${setting}\`` } },
})

/** The channels as an AsyncAPI document. */
export function asyncapi(version: string) {
  const all = components()
  const channels = { notification: channelOf('notification'), game: channelOf('game') }
  const used = referencedNames(channels, all)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Reelcast: socket channels',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: { notification: serverOf('notificationUrl'), game: serverOf('machineUrl') },
    channels,
    operations: operations(),
    components: { schemas: Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name))) },
  }
}
