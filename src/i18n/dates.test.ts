import { afterEach, expect, test } from 'vitest'
import { clockDuration } from './clock-duration.ts'
import { dateRange, dateTime, duration } from './dates.ts'
import { clock } from './format.ts'
import { setLocale } from './index.ts'

afterEach(() => setLocale('tr'))

const AT = new Date(2026, 10, 21, 14, 5).toISOString()
const LATER = new Date(2026, 10, 21, 14, 17).toISOString()
/** Removes the marks and thin spaces that differ between versions of ICU. */
const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '').replace(/\s/g, ' ')

test.each([
  ['tr', '21 Kas 2026 14:05', '09:05', '21 Kas', '1 sa. 5 dk.'],
  ['en', 'Nov 21, 2026, 2:05 PM', '9:05 AM', 'Nov 21', '1 hr 5 min'],
  ['ar', '21 نوفمبر 2026، 2:05 م', '9:05 ص', '21 نوفمبر', '1 س 5 د'],
] as const)(
  '%s formats dates and durations by its conventions',
  async (language, both, time, day, length) => {
    await setLocale(language)
    expect(plain(dateTime(AT))).toBe(both)
    const early = Date.parse(AT) - 5 * 3_600_000
    // The clock in a bar and the times in a list have one form.
    expect([dateTime(new Date(early).toISOString(), 'time'), clock(early)].map(plain)).toEqual([time, time])
    expect(plain(dateTime(AT, 'day'))).toBe(day)
    expect(plain(duration(3_900_000))).toBe(length)
  },
)

test.each([
  [0, '0 sn.'],
  [12_400, '12 sn.'],
  [60_000, '1 dk.'],
  [312_000, '5 dk. 12 sn.'],
  [3_600_000, '1 sa.'],
  [90_000_000, '25 sa.'],
  [-5, '0 sn.'],
])('%i ms are %s', (ms, text) => {
  expect(plain(duration(ms))).toBe(text)
})

test('a range within a day shows the date once', () => {
  expect(plain(dateRange(AT, LATER))).toBe('21 Kas 2026 14:05–14:17')
  expect(plain(dateRange(LATER, AT))).toBe('21 Kas 2026 14:17 – 21 Kas 2026 14:05')
})

test('an invalid time is shown verbatim', () => {
  expect(dateTime('yesterday')).toBe('yesterday')
  expect(dateTime('W'.repeat(1000))).toBe(`${'W'.repeat(24)}…`)
  expect(dateRange('yesterday', AT)).toBe('yesterday – 21 Kas 2026 14:05')
})

test('durations round to whole minutes on request, and up to seconds below a minute', () => {
  expect([400, 58_400, 90_000, 3_900_000].map((ms) => plain(duration(ms, true)))).toEqual([
    '1 sn.',
    '59 sn.',
    '2 dk.',
    '1 sa. 5 dk.',
  ])
})

test('a clock duration has minutes and seconds, and hours when needed or on request', () => {
  expect([0, 1, 60, 899, 3599, 3600, 90_061].map((seconds) => clockDuration(seconds))).toEqual(
    '0:00 0:01 1:00 14:59 59:59 1:00:00 25:01:01'.split(' '),
  )
  expect(clockDuration(61, true)).toBe('0:01:01')
})
