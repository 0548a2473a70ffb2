import * as v from 'valibot'
import { ChatIdentity } from '../../src/contract/chat.ts'
import { CheckAnswer } from '../../src/contract/country-check.ts'
import { LimitsAnswer } from '../../src/contract/limits.ts'
import {
  EventsAnswer,
  LoginsAnswer,
  ProfileAnswer,
  SessionsAnswer,
  TransactionsAnswer,
} from '../../src/contract/player.ts'
import type { QualityReport } from '../../src/contract/quality-report.ts'
import { RecalledSpin, RulesAnswer, SpinsAnswer } from '../../src/contract/rules.ts'
import { request } from '../client/http.ts'
import { type Kit, need, type Session } from '../client/kit.ts'
import type { Seat } from '../client/seat.ts'
import { expectAnswer, type Shape, shape } from '../client/shapes.ts'
import { Absent, Violation } from '../report/findings.ts'
import { checkAttract } from './attract.ts'
import { type ExpectRows, expectMovements, expectSpins, expectTimes, expectVisits } from './history.ts'

/** An optional call, and the consequence for the app if the platform lacks it. */
interface OptionalCall {
  readonly path: string
  readonly shape: Shape<v.GenericSchema>
  readonly without: string
  /** Checks the rows against the visit. */
  readonly expectRows?: ExpectRows
}

const optionalCalls = (machineId: string): readonly OptionalCall[] => {
  const machine = encodeURIComponent(machineId)
  const history = 'The page says "not available".'
  return [
    {
      path: '/player/profile',
      shape: shape('player', 'ProfileAnswer', ProfileAnswer),
      without:
        'Names, favourites and shortcuts are what the login gave, and the profile page says "not available".',
    },
    {
      path: '/player/transactions?limit=20',
      shape: shape('player', 'TransactionsAnswer', TransactionsAnswer),
      without: history,
      expectRows: expectMovements,
    },
    {
      path: '/player/sessions?limit=20',
      shape: shape('player', 'SessionsAnswer', SessionsAnswer),
      without: history,
      expectRows: expectVisits,
    },
    {
      path: '/player/logins',
      shape: shape('player', 'LoginsAnswer', LoginsAnswer),
      without: 'The profile shows no logins.',
    },
    {
      path: '/player/limits',
      shape: shape('limits', 'LimitsAnswer', LimitsAnswer),
      without: 'Leave `limits` of the profile out: the profile shows no limits.',
    },
    {
      path: '/player/events?limit=20',
      shape: shape('player', 'EventsAnswer', EventsAnswer),
      without: 'The profile shows no account events.',
    },
    {
      path: `/machine/${machine}/rules`,
      shape: shape('rules', 'RulesAnswer', RulesAnswer),
      without: 'The rules of a machine are "not available".',
    },
    {
      path: `/player/spins?machineId=${machine}&limit=20`,
      shape: shape('rules', 'SpinsAnswer', SpinsAnswer),
      expectRows: expectSpins,
      without: 'The last spins are "not available".',
    },
    {
      path: '/player/chat-identity',
      shape: shape('chat', 'ChatIdentity', ChatIdentity),
      without: 'Players are anonymous in the live chat.',
    },
  ]
}

/** The report of a short visit on a desktop. */
const REPORT: QualityReport = {
  build: 'conformance',
  device: 'desktop',
  joinMs: 900,
  stallsMs: [],
  reconnectsMs: [],
}

/**
 * Checks the optional calls; 404 means that the platform lacks one. None of them moves money. They come last,
 * so that the lists have the rows of the visit.
 */
export async function checkOptionalCalls(
  kit: Kit,
  { token }: Session,
  machineId: string,
  seat: Seat | undefined,
): Promise<void> {
  const { recorder, target } = kit
  recorder.begin('Optional calls')
  for (const { path, shape: expected, without, expectRows } of optionalCalls(machineId)) {
    await recorder.check(`GET ${path.replace(/\?.*/, '')}`, async () => {
      const call = await kit.call('GET', path, { token })
      if (call.status === 404) throw new Absent(without)
      const answer = expectAnswer(call, expected)
      expectTimes(call, expected.where)
      expectRows?.(call, answer, seat)
    })
  }
  await recorder.check('POST /player/limits: the value that applies changes nothing', async () => {
    const expected = shape('limits', 'LimitsAnswer', LimitsAnswer)
    const before = await kit.call('GET', '/player/limits', { token })
    if (before.status === 404) throw new Absent('Leave `limits` of the profile out.')
    const read = v.safeParse(LimitsAnswer, before.body)
    const { limits } = need(read.success ? read.output : undefined, 'GET /player/limits')
    const [limit] = limits
    if (!limit) throw new Absent('The profile shows no limits.')
    const { kind, value = null } = limit
    const set = await kit.call('POST', '/player/limits', { token, body: { kind, value } })
    const after = expectAnswer(set, expected).limits.find((other) => other.kind === kind)
    if ((after?.value ?? null) !== value || after?.pending)
      throw new Violation({
        sent: set.sent,
        got: set.got,
        expected: `"${kind}" with the value ${value} and no pending change`,
        where: expected.where,
      })
  })
  await recorder.check('GET /player/spin: the newest row', async () => {
    const query = `machineId=${encodeURIComponent(machineId)}`
    const { body } = await kit.call('GET', `/player/spins?${query}&limit=1`, { token })
    const read = v.safeParse(SpinsAnswer, body)
    const [row] = read.success && read.output.recall ? read.output.rows : []
    if (!row) throw new Absent('No row of the last spins opens.')
    const expected = shape('rules', 'RecalledSpin', RecalledSpin)
    const call = await kit.call('GET', `/player/spin?${query}&id=${encodeURIComponent(row.id)}`, { token })
    const { id, stake, win } = expectAnswer(call, expected)
    if (id !== row.id || stake !== row.stake || win !== row.win)
      throw new Violation({
        ...{ sent: call.sent, got: call.got, where: expected.where },
        expected: `"id": "${row.id}", "stake": ${row.stake} and "win": ${row.win}, as the list has them`,
      })
  })
  await recorder.check('POST /player/quality', async () => {
    const call = await kit.call('POST', '/player/quality', { token, body: { ...REPORT } })
    if (call.status === 404) throw new Absent('Leave the setting qualityReports off.')
    expectAnswer(call, shape('quality-report', 'QualityReport', v.unknown()))
  })
  await recorder.check('GET {apiUrl}/../check', async () => {
    const call = await request('GET', new URL('check', target.apiUrl).href)
    if (call.status >= 400 && !target.countryCheck) throw new Absent('Leave the setting countryCheck off.')
    expectAnswer(call, shape('country-check', 'CheckAnswer', CheckAnswer))
  })
  await checkAttract(kit)
}
