/** The participants of an exchange. */
export const PARTICIPANTS = {
  app: 'App',
  api: 'Calls (apiUrl)',
  notification: 'Notification channel',
  machine: 'Game channel',
  video: 'WHEP server',
} as const
export type Participant = keyof typeof PARTICIPANTS

export interface Message {
  readonly from: Participant
  readonly to: Participant
  readonly text: string
  /** An answer or an acknowledgement. */
  readonly answers?: true
}
export interface Note {
  readonly note: string
}
export interface Sequence {
  readonly title: string
  readonly steps: readonly (Message | Note)[]
}

const ask = (to: Participant, text: string): Message => ({ from: 'app', to, text })
const answer = (from: Participant, text: string): Message => ({ from, to: 'app', text, answers: true })
const push = (from: Participant, text: string): Message => ({ from, to: 'app', text })
const note = (text: string): Note => ({ note: text })

export const SEQUENCES: readonly Sequence[] = [
  {
    title: 'Login',
    steps: [
      ask('api', 'POST /login {username, password, site_id}'),
      answer('api', '{token, pin_code, Permissions, …}'),
      ask('notification', 'connect, auth {token}'),
      ask('notification', 'init {id}'),
      answer('notification', '{ok, balance, session}'),
      ask('api', 'GET /machine/brands'),
      answer('api', '[{id, name, jackpot, …}]'),
      push('notification', 'machine, jackpot, balance, session, info'),
      note('Before the token expires'),
      ask('api', 'GET /validate'),
      answer('api', '{token}: replaces the old one'),
    ],
  },
  {
    title: 'Join a machine',
    steps: [
      ask('machine', 'connect, auth {token}'),
      ask('machine', 'init {machineID, token, page}'),
      answer('machine', '{ok, balance, machine, game, video, capabilities}'),
      push('notification', 'machine {id, status: playing}'),
      ask('video', 'POST offer'),
      answer('video', '201 answer, Location, ETag'),
      ask('video', 'PATCH candidates'),
      note('Frames move: play is allowed'),
      note('Leaving: the app sends DELETE and disconnects, nothing else'),
      ask('video', 'DELETE'),
      ask('machine', 'disconnect'),
      push('notification', 'session {status, machine_status: waiting}'),
    ],
  },
  {
    title: 'Load and spin',
    steps: [
      ask('machine', 'load {requestId, amount}'),
      answer('machine', '{ok, balance, game}'),
      ask('machine', 'spin {requestId, stake}'),
      answer('machine', '{ok, game: phase spinning}'),
      note('The reels stop'),
      push('machine', 'game {phase: idle, win, credit, spin}'),
      note('An acknowledgement was lost'),
      ask('machine', 'init {machineID, token, page}'),
      answer('machine', '{ok, game}: the app shows this state'),
    ],
  },
  {
    title: 'Cash out',
    steps: [
      ask('machine', 'cashout {requestId}'),
      answer('machine', '{ok, amount, balance, game: credit 0}'),
      push('notification', 'balance {balance, seq}'),
      note('The same from the lobby, for a held machine'),
      ask('api', 'POST /player/cancel {machineId}'),
      answer('api', '{status: true, Params: {amount}}'),
      push('notification', 'session {status: false}'),
    ],
  },
  {
    title: 'Reconnect',
    steps: [
      note('The connection is lost; the server holds the seat'),
      push('notification', 'session {status: true, machine_status: waiting}'),
      note('The page reconnects by itself, with a delay that grows from 0.5 s to 10 s'),
      ask('machine', 'connect, init {machineID, token, page}'),
      answer('machine', '{ok, balance, game, video, capabilities}'),
      push('notification', 'session {status: true, machine_status: playing}'),
      note('Or another page of the player took the machine over'),
      push('machine', 'info {code: 60015, action: leave}, then disconnect'),
      ask('machine', 'init with the same page'),
      answer('machine', '{ok: false, code: 60015}'),
    ],
  },
]

/** The participants in the order of PARTICIPANTS. */
export const participantsOf = ({ steps }: Sequence): Participant[] =>
  (Object.keys(PARTICIPANTS) as Participant[]).filter((name) =>
    steps.some((step) => 'from' in step && (step.from === name || step.to === name)),
  )

/** A sequence as Mermaid text. */
export function mermaid(sequence: Sequence): string {
  const names = participantsOf(sequence)
  const [first = 'app', last = first] = [names[0], names.at(-1)]
  const clean = (text: string) => text.replaceAll(';', ',').replaceAll('#', '')
  const lines = sequence.steps.map((step) =>
    'note' in step
      ? `  Note over ${first},${last}: ${clean(step.note)}`
      : `  ${step.from}${step.answers ? '-->>' : '->>'}${step.to}: ${clean(step.text)}`,
  )
  return [
    'sequenceDiagram',
    ...names.map((name) => `  participant ${name} as ${PARTICIPANTS[name]}`),
    ...lines,
  ].join('\n')
}
