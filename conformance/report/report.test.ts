import { expect, test } from 'vitest'
import { Absent, createRecorder, exitCodeOf, FollowsFrom, LeftOut, Unchecked, Violation } from './findings.ts'
import { formatJunit } from './junit.ts'
import { formatFinding, formatSummary } from './text.ts'

async function recorded() {
  const recorder = createRecorder()
  recorder.begin('Wallet & credit')
  const right = await recorder.check('a right thing', (report) => {
    report('12 frames')
    return 7
  })
  expect(right).toBe(7)
  await recorder.check('a missing thing', () => {
    throw new Absent('The page says "not available".')
  })
  await recorder.check('a skipped thing', () => {
    throw new Unchecked('It needs more.')
  })
  recorder.begin('Spin')
  await recorder.check('a <wrong> thing', () => {
    throw new Violation({
      sent: 'spin {}',
      got: '"\u0007"',
      expected: '"ok": false',
      where: 'live.ts, SpinAck',
    })
  })
  return recorder.findings
}

test('text: request, answer, expected value and where the rule is written', async () => {
  const findings = await recorded()
  expect(findings.map(formatFinding).join('\n').split('\n')).toEqual([
    '  holds      a right thing',
    '             12 frames',
    '  absent     a missing thing',
    '             The page says "not available".',
    '  unchecked  a skipped thing',
    '             It needs more.',
    '  WRONG      a <wrong> thing',
    '             sent      spin {}',
    '             got       "\u0007"',
    '             expected  "ok": false',
    '             see       live.ts, SpinAck',
  ])
  expect(formatSummary(findings)).toBe(
    '\n1 hold, 1 optional and absent, 1 unchecked, 1 wrong.\n\nWrong:\n  Spin: a <wrong> thing',
  )
})

test('JUnit XML: a suite a topic, escaped, without control characters', async () => {
  const xml = formatJunit(await recorded())
  expect(xml).toMatch(/<testsuites name="Reelcast conformance" tests="4" failures="1" errors="0" skipped="2"/)
  expect(xml).toMatch(/<testsuite name="Wallet &amp; credit" tests="3" failures="0"/)
  expect(xml).toContain('<system-out>12 frames</system-out>')
  expect(xml).toContain('<skipped message="unchecked: It needs more."/>')
  expect(xml).toContain('name="a &lt;wrong&gt; thing"')
  expect(xml).toContain('got: &quot;\u{fffd}&quot;\nexpected: &quot;ok&quot;: false')
  expect(xml).not.toContain('\u0007')
})

test('one cause is one finding: what follows from it is unchecked, or absent with an absent part', async () => {
  const recorder = createRecorder()
  const fails = (title: string, error: Error) =>
    recorder.check(title, () => {
      throw error
    })
  const wrong = (cents: number, where: string) =>
    new Violation({ sent: 'load {}', got: 'x', expected: `"balance": ${cents}`, where })
  recorder.begin('Credit')
  await fails('a load', wrong(5, 'LoadAck'))
  await fails('a second load', wrong(700, 'LoadAck'))
  await fails('a repeated load', new FollowsFrom('a second load'))
  await fails('another rule', wrong(5, 'BalanceAnswer'))
  await fails('the same rule by name', new Violation({ expected: 'nothing', where: 'x' }, 'ids'))
  await fails('and again', new Violation({ expected: 'all', where: 'y' }, 'ids'))
  await fails('an optional part', new Absent('Without it nothing is shown.'))
  await fails('a part of it', new FollowsFrom('an optional part'))
  await fails('a large load', new LeftOut('It needs --allowance 9.'))
  expect(recorder.findings.map(({ status, note }) => [status, note])).toEqual([
    ['wrong', undefined],
    ['unchecked', 'Follows from "Credit: a load".'],
    ['unchecked', 'Follows from "Credit: a load".'],
    ['wrong', undefined],
    ['wrong', undefined],
    ['unchecked', 'Follows from "Credit: the same rule by name".'],
    ['absent', 'Without it nothing is shown.'],
    ['absent', 'Follows from "Credit: an optional part".'],
    ['left out', 'It needs --allowance 9.'],
  ])
  expect(exitCodeOf(recorder.findings)).toBe(1)
  expect(exitCodeOf(recorder.findings.slice(6))).toBe(0)
  expect(formatSummary(recorder.findings.slice(6))).toBe(
    '\n0 hold, 2 optional and absent, 1 left out by your options, 0 unchecked, 0 wrong.',
  )
  expect(formatJunit(recorder.findings.slice(6))).toContain('failures="0" errors="0" skipped="3"')
})

test('exit code: a fault outranks an unchecked item, which outranks success', async () => {
  const findings = await recorded()
  expect(exitCodeOf(findings)).toBe(1)
  expect(exitCodeOf(findings.slice(0, 3))).toBe(3)
  expect(exitCodeOf(findings.slice(0, 2))).toBe(0)
})
