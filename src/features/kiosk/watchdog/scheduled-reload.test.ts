import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { isReloadDue, spanAt, startScheduledReload } from './scheduled-reload.ts'

const at = (time: string, day = 10) =>
  new Date(2026, 4, day, ...(time.split(':').map(Number) as [number, number])).getTime()
const MINUTE = 60_000

test('the quiet hours are local time and may span midnight', () => {
  expect(spanAt('04:00-06:00', at('04:00'))).toEqual({ from: at('04:00'), to: at('06:00') })
  expect(spanAt('04:00-06:00', at('05:59'))).toEqual({ from: at('04:00'), to: at('06:00') })
  expect(spanAt('04:00-06:00', at('06:00'))).toBeUndefined()
  expect(spanAt('04:00-06:00', at('03:59'))).toBeUndefined()
  const night = { from: at('23:00', 10), to: at('02:00', 11) }
  expect(spanAt('23:00-02:00', at('23:30', 10))).toEqual(night)
  expect(spanAt('23:00-02:00', at('01:30', 11))).toEqual(night)
  expect(spanAt('23:00-02:00', at('02:30', 11))).toBeUndefined()
  expect(spanAt('', at('04:30'))).toBeUndefined()
})

test('the reload is due once a span, at a different time on each kiosk', () => {
  const before = at('12:00', 9)
  expect(isReloadDue('04:00-06:00', at('04:00'), before, 0)).toBe(true)
  expect(isReloadDue('04:00-06:00', at('04:29'), before, 1)).toBe(false)
  expect(isReloadDue('04:00-06:00', at('04:30'), before, 1)).toBe(true)
  expect(isReloadDue('04:00-06:00', at('04:45'), at('04:31'), 1)).toBe(false)
  expect(isReloadDue('', at('04:45'), before, 0)).toBe(false)
})

let stop = () => {}
const reload = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ now: at('22:00', 9) })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  reload.mockClear()
  document.body.replaceChildren()
  setSignedOut()
  stop = startScheduledReload(reload)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('reloads within the quiet hours only', () => {
  vi.advanceTimersByTime(at('03:59') - at('22:00', 9))
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * MINUTE)
  expect(reload).toHaveBeenCalled()
  // The page that loads within these hours does not reload again in them.
  stop()
  reload.mockClear()
  stop = startScheduledReload(reload)
  vi.advanceTimersByTime(23 * 60 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(61 * MINUTE)
  expect(reload).toHaveBeenCalled()
})

test.each<[string, () => void, () => void]>([
  ['a player is logged in', () => setSignedIn('token', user), () => setSignedOut()],
  [
    'the login form is in use',
    () => document.body.append(Object.assign(document.createElement('input'), { value: 'dem' })),
    () => Object.assign(document.querySelector('input') ?? {}, { value: '' }),
  ],
])('waits while %s', (_, begin, end) => {
  begin()
  vi.advanceTimersByTime(at('04:30') - at('22:00', 9))
  expect(reload).not.toHaveBeenCalled()
  end()
  vi.advanceTimersByTime(MINUTE)
  expect(reload).toHaveBeenCalled()
})
