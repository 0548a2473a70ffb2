import type { CodeValue } from '../../src/contract/codes.ts'

interface CodeDoc {
  readonly text: string
  /** The placeholders of the code's text, and their meanings. */
  readonly params?: Readonly<Record<string, string>>
}

const RETRY = { seconds: 'time to wait, in whole seconds; on a call also in the header Retry-After' }

const UNTIL = 'when play is possible again, ISO 8601'
const LIMIT = { limit: 'the limit, in cents', left: 'what is left of it, in cents', until: UNTIL }

/** All codes of the wire; a code without an entry does not compile. */
const CODES: Readonly<Record<CodeValue, CodeDoc>> = {
  10: { text: 'Signature not verified: the token is invalid. Ends the session.' },
  20000: { text: 'Done.' },
  40000: { text: 'Invalid request.' },
  40001: { text: 'The old password is wrong.' },
  40101: { text: 'The password is too short.', params: { min: 'minimum number of characters' } },
  50100: { text: 'The session at the machine was closed.' },
  70000: { text: 'The picture could not be started.' },
  10700: {
    text: 'Wrong user name or password, counted.',
    params: {
      left_count: 'attempts left; at 0 the form is blocked',
      block_time: 'duration of the block, in whole minutes',
      seconds: 'the same in seconds, once blocked',
    },
  },
  10701: { text: 'Wrong user name or password, not counted.' },
  10702: {
    text: 'The account is protected after too many attempts.',
    params: { block_time: 'remaining time, in whole minutes', seconds: 'the same in seconds' },
  },
  10703: { text: 'The address is not permitted. On a socket it ends the session.' },
  10704: { text: 'Banned. Ends the session.' },
  18800: { text: 'Seconds left to deposit funds; once a second.', params: { seconds: 'whole seconds left' } },
  18801: { text: 'The session at the machine is being closed.' },
  18802: { text: 'Seconds left to continue; once a second.', params: { seconds: 'whole seconds left' } },
  60000: { text: 'The token has expired. Ends the session.' },
  60001: { text: 'No such machine.' },
  60002: { text: 'Another player has the machine.' },
  60003: { text: 'The machine is out of order or off.' },
  60004: { text: 'The wallet holds less than the amount.' },
  60005: { text: 'The credit is less than the stake.' },
  60006: { text: 'The machine does not take this stake.' },
  60007: { text: 'The machine is busy: a spin or another command is running.' },
  60008: { text: 'The player does not have this machine.' },
  60009: { text: 'A bonus round has not been played yet.' },
  60010: { text: 'The requestId was used for another command.' },
  60011: { text: 'Too many requests.', params: RETRY },
  60012: { text: 'The request is too large.' },
  60013: { text: 'Not found.' },
  60014: { text: 'The server failed.' },
  60015: { text: 'Another page of the player has taken the machine over.' },
  60016: { text: 'The server is stopping.' },
  60017: {
    text: 'The player has another machine; the app offers to open it.',
    params: { machineId: 'its id', name: 'its name' },
  },
  60018: { text: 'There is no credit to cash out.' },
  60019: {
    text: 'The wallet holds too much for this.',
    params: { amount: 'for a claim: the balance at which it is refused, in cents' },
  },
  60020: {
    text: 'The amount is below the minimum.',
    params: { amount: 'the minimum amount, in cents' },
  },
  60021: { text: 'The new password is one of the commonest.' },
  60022: {
    text: 'The player joined machines, or loaded credit, too often without a spin.',
    params: { seconds: 'time to wait, in whole seconds' },
  },
  60023: {
    text: 'The cabinet has not executed the command and never will, so that no money has moved. Each repeat under the same requestId is answered so; another attempt needs a new one.',
  },
  60030: { text: "The player's own loss limit of the day leaves too little for this.", params: LIMIT },
  60031: { text: "The player's own loss limit of the week leaves too little for this.", params: LIMIT },
  60032: { text: "The player's own loss limit of the month leaves too little for this.", params: LIMIT },
  60033: {
    text: "The player's own limit on the playing time of a day is reached.",
    params: { minutes: 'the limit', until: UNTIL },
  },
  60035: { text: 'The code of a kiosk is unknown, used or expired.' },
  60034: { text: 'The player has paused playing.', params: { until: UNTIL } },
}

/** Any call may be refused with these: for its token, address, form or rate, or by the server's state. */
export const CALL_CODES: readonly CodeValue[] = [
  10, 60000, 10703, 10704, 40000, 60011, 60012, 60013, 60014, 60016,
]

/** The same for a request on a channel. */
export const REQUEST_CODES: readonly CodeValue[] = [40000, 60011, 60014, 60016]

/** The codes as a Markdown list, with their meanings. */
export const codesList = (codes: readonly number[]): string =>
  codes.map((code) => `- ${code}: ${CODES[code as CodeValue].text}`).join('\n')

/** The codes as a Markdown table. */
export function codesTable(): string {
  const rows = Object.entries(CODES).map(([code, { text, params = {} }]) => {
    const named = Object.entries(params).map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    return `| ${code} | ${text} | ${named.join('; ')} |`
  })
  return ['| code | meaning | `params` |', '| --- | --- | --- |', ...rows].join('\n')
}
