import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { FROM_CONTROLLER, PROTOCOL, TO_CONTROLLER } from '../machines/cabinet/controller-messages.ts'

/* The protocol of the cabinets' controllers as an AsyncAPI document. */

type FromName = keyof typeof FROM_CONTROLLER
type ToName = keyof typeof TO_CONTROLLER

/** What each message means; one without a text does not compile. */
const FROM_TEXTS: Readonly<Record<FromName, string>> = {
  hello: `The first message of a connection, and again when the platform asks by an error "hello-first". \`machine\` is the machine of the key. \`games\` is the number of the last game that has ended.`,
  state:
    'On each change, and every 5 s. `credit` is the one after game `games`; while a game runs (`playing`, from the press until its end), its stake may be off it.',
  done: 'The transfer is executed. `credit` and `games` are of that moment, and stay so when the answer is repeated. Of a cash-out, `cents` is what was taken off the cabinet.',
  refused: 'The command is not executed, and never will be.',
  pending: 'The cabinet still works at the transfer or the press.',
  unknown: 'The id was never seen. From now on it is refused, should its command still arrive.',
  ok: 'A seat or press was executed. The state that shows what a press has done is sent before its `ok`: until then the platform sends no press that stakes credit.',
  game: 'A game has ended. Numbers grow by one. The controller keeps it in a file before it sends it, sends it again every 2 s until it is acknowledged or answered by an error, and the next one only then. `win` is without hand pays.',
  handpay:
    'The cabinet waits for an attendant. `id` is another one for each hand pay of the cabinet for ever: a known one is a repeat. Sent again until it is acknowledged.',
  'handpay-done':
    'The attendant has put the amount on the machine, or pays it. Sent again until it is acknowledged. Until then no state is sent, because its credit would have an amount that is not booked, and transfers are refused.',
  fault:
    'A door, a tilt, a bill jam; without `code`: its end. While it lasts it is sent after each `hello`, too. The player reads `text`.',
  meters:
    'Every minute, and on request, after the reports of what they count. Totals in cents since the cabinet was made: stakes, wins, hand pays that are over (on the machine or by an attendant), transfers.',
}
const TO_TEXTS: Readonly<Record<ToName, string>> = {
  seat: 'A remote player sits: lock the inputs of the cabinet itself. Without a visit: free them.',
  credit: 'Put credit on the cabinet. Answer: done, refused, or pending while it works.',
  cashout: 'Take all credit off. Answer: done, refused (in a game, hand pay, locked), or pending.',
  press:
    'Press an announced button. The same id is the same press. Refuse it if it would stake more than `stake` of the credit: the platform has checked the limits of the player for that. Answer: ok, refused.',
  status:
    'What became of a transfer, after a lost line or a restart of either side, or of a press without an answer. Answer: done, ok, refused, pending, unknown.',
  meters: 'Send the meters.',
  ack: 'The report is booked. `id` is the number of a game, or the id of a hand pay.',
  error:
    'A report was not taken, and is not to be sent again. `of` and `id` are as in `ack`. Without `of` it is about another message.',
}

const INTRODUCTION = `The connection of a cabinet's controller to the platform, seen from the platform. The controller dials out to \`/controllers\` over WebSocket, on the platform's port or on CONTROLLER_PORT, with its machine's key as \`Authorization: Bearer KEY\`. Each message is one JSON object with a \`type\`. Amounts are in cents. Protocol ${PROTOCOL}.

Each machine has one connection: the newer one wins. The platform pings every 2 s; a side that hears nothing for 6 s closes. The controller dials again, later and later, up to 10 s.

The ids of commands are the platform's. A controller stores what became of each id before it answers, answers a repeated command with the stored answer, and executes no id twice.

Close codes: 4400 unreadable messages or no hello, 4403 a key of another machine, 4408 it does not read, 4409 a newer connection, 4429 more than 50 messages a second (a burst of 200 is allowed) or more than 400 that are not handled yet, 1011 and 1012 try again. A wrong key is refused with 401, too many tries with 429.`

const schemaOf = (schema: v.GenericSchema): JsonSchema => {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode: 'input', ignoreActions: ['check'] })
  return rest
}
const capital = (text: string) => text.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

function side(
  prefix: string,
  schemas: Readonly<Record<string, v.GenericSchema>>,
  texts: Readonly<Record<string, string>>,
) {
  return Object.entries(schemas).map(([name, schema]) => ({
    key: `${prefix}${capital(name)}`,
    message: { name, title: name, summary: texts[name], payload: schemaOf(schema) },
  }))
}

/** The controllers' channel as an AsyncAPI document. */
export function controllersAsyncapi(version: string) {
  const received = side('from', FROM_CONTROLLER, FROM_TEXTS)
  const sent = side('to', TO_CONTROLLER, TO_TEXTS)
  const operation = (action: 'receive' | 'send', messages: typeof sent) => ({
    action,
    channel: { $ref: '#/channels/controllers' },
    messages: messages.map(({ key }) => ({ $ref: `#/channels/controllers/messages/${key}` })),
  })
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Reelcast: controllers of cabinets',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      platform: {
        host: 'play.example',
        protocol: 'wss',
        description: 'The platform, or its CONTROLLER_PORT.',
      },
    },
    channels: {
      controllers: {
        address: '/controllers',
        title: 'A controller',
        messages: Object.fromEntries([...received, ...sent].map(({ key, message }) => [key, message])),
      },
    },
    operations: { receive: operation('receive', received), send: operation('send', sent) },
  }
}
