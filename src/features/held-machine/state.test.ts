import { describe, expect, test } from 'vitest'
import { failed } from '../../contract/result.ts'
import {
  type Event,
  type HeldMachine,
  NO_MACHINE,
  offersOf,
  type Phase,
  type Reconnect,
  reduce,
  type Status,
  statusOf,
} from './state.ts'

const STATUSES = ['in-bonus', 'waiting', 'cashing-out', 'playing', 'error', 'offline', 'unknown'] as const
const machine = (status: Status = 'waiting', id = '7'): HeldMachine => ({ id, name: `Nar ${id}`, status })
const says = (status?: Status, id?: string): Event => ({
  type: 'session',
  machine: status && machine(status, id),
})
const page = (id?: string): Event => ({ type: 'page', id })
const refusal = failed('refused', { code: 60009 })
const failure = refusal.ok ? undefined : refusal.error
const no = (kind: 'refused' | 'lost'): Event => {
  if (!failure) throw new Error('a refusal carries a failure')
  return { type: 'answered', answer: { kind, failure } }
}
const ok: Event = { type: 'answered', answer: { kind: 'ok' } }
const later: Event = { type: 'dismiss' }
const keep = (id: string): Event => ({ type: 'keep', id })
const empty: Event = { type: 'session', machine: { ...machine(), isEmpty: true } }
const history = (...events: Event[]) => events.reduce(reduce, NO_MACHINE)

test('a status from the server is one of the seven', () => {
  const others = ['available', 'reserved', undefined, null] as const
  expect([...STATUSES, ...others].map(statusOf)).toEqual([
    ...STATUSES,
    ...['waiting', 'waiting', 'unknown', 'unknown'],
  ])
})

test.each<[Status, string[]]>([
  ['in-bonus', ['continue']],
  ['waiting', ['cashout', 'continue']],
  ['cashing-out', []],
  ['playing', ['kick']],
  ['error', ['cashout']],
  ['offline', []],
  ['unknown', ['cashout', 'continue']],
])('%s offers %j and nothing else', (status, offers) => {
  expect(offersOf({ id: '7', name: '', status })).toEqual(offers)
  const phases: [string, Phase][] = [
    ['continue', 'visiting'],
    ['cashout', 'cashing'],
    ['kick', 'kicking'],
  ]
  for (const [type, phase] of phases) {
    const leads = history(says(status), { type } as Event).phase
    expect({ type, leads }).toEqual({ type, leads: offers.includes(type) ? phase : 'shown' })
  }
})

const LOST_MACHINE = { machine: undefined, failure: undefined }
const AT_7 = [says('waiting'), page('7')]

/** Events before, the tested event, the resulting phase, and further fields of the state. */
const TRANSITIONS: [before: Event[], event: Event, phase: Phase, more?: Partial<Reconnect>][] = [
  // none
  [[], says(), 'none'],
  [[], says('offline'), 'shown', { machine: machine('offline') }],
  [[], page('7'), 'visiting', { page: '7' }],
  [[], page(), 'none'],
  [[], later, 'none'],
  [[], ok, 'none'],
  // visiting
  [AT_7, says('playing'), 'visiting', { machine: machine('playing') }],
  [AT_7, says('waiting', '8'), 'visiting'],
  [AT_7, says(), 'visiting', LOST_MACHINE],
  [AT_7, page('8'), 'visiting', { page: '8' }],
  [AT_7, { type: 'takenOver' }, 'visiting'],
  [AT_7, page(), 'shown'],
  [[...AT_7, says('in-bonus')], page(), 'shown'],
  [[...AT_7, says()], page(), 'none'],
  [[...AT_7, says('playing')], page(), 'leaving'],
  [[...AT_7, says('cashing-out')], page(), 'leaving'],
  [[...AT_7, says('playing', '8')], page(), 'shown'],
  [[...AT_7, says('playing'), { type: 'takenOver' }], page(), 'shown', { machine: machine('playing') }],
  // leaving
  [[...AT_7, says('playing'), page()], says('cashing-out'), 'leaving'],
  [[...AT_7, says('playing'), page()], says('playing'), 'leaving'],
  [[...AT_7, says('playing'), page()], says('waiting'), 'shown'],
  [[...AT_7, says('playing'), page()], says('playing', '8'), 'shown'],
  [[...AT_7, says('playing'), page()], says(), 'none'],
  [[...AT_7, says('playing'), page()], page('7'), 'visiting'],
  [[...AT_7, says('playing'), page()], { type: 'takenOver' }, 'shown'],
  // shown
  [[says('waiting')], says('in-bonus'), 'shown', { machine: machine('in-bonus') }],
  [[says('waiting')], says(), 'none'],
  [[says('waiting')], page('7'), 'visiting'],
  [[says('waiting')], page(), 'shown'],
  [[says('waiting')], later, 'dismissed'],
  [[says('cashing-out')], later, 'dismissed'],
  [[says('cashing-out')], says(), 'none'],
  [[says('waiting')], { type: 'continue' }, 'visiting', { page: '7' }],
  [[says('waiting')], { type: 'cashout' }, 'cashing'],
  [[says('playing')], { type: 'kick' }, 'kicking'],
  [[says('waiting')], { type: 'asked' }, 'shown'],
  [[says('waiting')], ok, 'shown'],
  // dismissed
  [[says('waiting'), later], says('waiting'), 'dismissed'],
  [[says('waiting'), later], says('in-bonus'), 'dismissed', { kept: '7' }],
  [[says('waiting'), later], says('waiting', '8'), 'shown', { kept: undefined }],
  [[says('waiting'), later], says(), 'none'],
  [[says('waiting'), later], page('3'), 'visiting'],
  [[says('waiting'), later, page('3')], page(), 'shown'],
  [[says('waiting'), later], { type: 'cashout' }, 'cashing'],
  [[says('waiting'), later, { type: 'cashout' }], ok, 'asking', { kept: undefined }],
  [[says('waiting'), later, { type: 'cashout' }, no('refused')], { type: 'asked' }, 'dismissed', { failure }],
  [[says('playing'), later], { type: 'cashout' }, 'dismissed'],
  // kept, or nothing to ask about
  [[page('7'), keep('7'), page()], says('waiting'), 'dismissed'],
  [[page('7'), says('playing'), keep('7'), page()], says('waiting'), 'dismissed'],
  [[keep('7'), says()], says('waiting'), 'dismissed'],
  [[keep('7')], says('waiting', '8'), 'shown'],
  [[keep('7'), page('8'), page()], says('waiting'), 'shown'],
  [[says('waiting')], keep('7'), 'dismissed'],
  [[], empty, 'dismissed'],
  [[says('waiting')], empty, 'dismissed'],
  [[empty], says('waiting'), 'shown'],
  // cashing
  [
    [says('waiting'), { type: 'cashout' }],
    says('cashing-out'),
    'cashing',
    { machine: machine('cashing-out') },
  ],
  [[says('waiting'), { type: 'cashout' }], says(), 'cashing'],
  [[says('waiting'), { type: 'cashout' }], { type: 'cashout' }, 'cashing'],
  [[says('waiting'), { type: 'cashout' }], later, 'cashing'],
  [[says('waiting'), { type: 'cashout' }], page('7'), 'visiting'],
  [[says('waiting'), { type: 'cashout' }], page(), 'cashing'],
  [[says('waiting'), { type: 'cashout' }], ok, 'asking', LOST_MACHINE],
  [[says('waiting'), { type: 'cashout' }], no('refused'), 'asking', { failure }],
  [[says('waiting'), { type: 'cashout' }], no('lost'), 'asking', { failure }],
  // kicking
  [[says('playing'), { type: 'kick' }], says('waiting'), 'kicking', { machine: machine('waiting') }],
  [[says('playing'), { type: 'kick' }], { type: 'kick' }, 'kicking'],
  [[says('playing'), { type: 'kick' }], later, 'kicking'],
  [[says('playing'), { type: 'kick' }], page('7'), 'visiting'],
  [[says('playing'), { type: 'kick' }], ok, 'visiting', { page: '7' }],
  [[says('playing'), { type: 'kick' }], no('refused'), 'asking', { failure }],
  [[says('playing'), { type: 'kick' }], no('lost'), 'asking', { failure }],
  // asking
  [[says('waiting'), { type: 'cashout' }, ok], says('waiting'), 'asking'],
  [[says('waiting'), { type: 'cashout' }, ok], { type: 'asked' }, 'none'],
  [[says('waiting'), { type: 'cashout' }, ok], page('3'), 'visiting'],
  [[says('waiting'), { type: 'cashout' }, no('refused')], later, 'asking'],
  [[says('waiting'), { type: 'cashout' }, no('refused')], { type: 'asked' }, 'shown', { failure }],
  [
    [says('waiting'), { type: 'cashout' }, no('lost'), says('in-bonus')],
    { type: 'asked' },
    'shown',
    { machine: machine('in-bonus'), failure },
  ],
  [[says('waiting'), { type: 'cashout' }, no('lost'), says()], { type: 'asked' }, 'none'],
]

describe('the state machine, transition by transition', () => {
  test.each(TRANSITIONS)('after %j, %j leads to %s', (before, event, phase, more = {}) => {
    expect(history(...before, event)).toMatchObject({ phase, ...more })
  })

  test('a logout resets every state', () => {
    const phases = new Set<Phase>()
    for (const [before, event] of TRANSITIONS) {
      const now = history(...before, event)
      phases.add(now.phase)
      expect(reduce(now, { type: 'loggedOut' })).toEqual(NO_MACHINE)
    }
    expect([...phases].sort()).toEqual(
      ['asking', 'cashing', 'dismissed', 'kicking', 'leaving', 'none', 'shown', 'visiting'].sort(),
    )
  })

  test('a failure is dropped when the status or the phase changes', () => {
    const told = history(says('waiting'), { type: 'cashout' }, no('refused'), { type: 'asked' })
    expect(reduce(told, says('waiting')).failure).toBe(failure)
    for (const event of [says('in-bonus'), later, page('7'), { type: 'cashout' } as Event]) {
      expect(reduce(told, event).failure).toBeUndefined()
    }
  })
})
