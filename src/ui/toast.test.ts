import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts, dismissToast, holdToasts, toast, toasts } from './toast.ts'

afterEach(() => {
  holdToasts(false)
  clearToasts()
  vi.useRealTimers()
})

const shown = () => toasts.value.map(({ message }) => message)

test('a change is announced unless it is quiet; a new toast always is', () => {
  const said = () => toasts.value[0]?.announced
  toast('busy', { id: 'spin' })
  toast('no credit', { id: 'spin' })
  expect(said()).toBe('no credit')
  toast('9 s', { id: 'spin', quiet: true })
  expect([said(), shown()]).toEqual(['no credit', ['9 s']])
  clearToasts()
  toast('9 s', { id: 'spin', quiet: true })
  expect(said()).toBe('9 s')
})

test('at most three are shown; a touch closes one', () => {
  const ids = ['a', 'b', 'c', 'd'].map((text) => toast(text))
  expect(shown()).toEqual(['b', 'c', 'd'])
  dismissToast(ids[2] ?? '')
  expect(shown()).toEqual(['b', 'd'])
})

test('one for screen readers only takes no place of a visible one', () => {
  toast('failure', { kind: 'danger' })
  for (const text of ['loaded', 'loaded again', 'autoplay ends']) toast(text, { unseen: true })
  toast('a')
  toast('b')
  expect(toasts.value.filter(({ unseen }) => !unseen).map(({ message }) => message)).toEqual([
    'failure',
    'a',
    'b',
  ])
  toast('c')
  expect(toasts.value.filter(({ unseen }) => !unseen).map(({ message }) => message)).toEqual(['a', 'b', 'c'])
})

test('an urgent one is not dropped for others, also while these are held back', () => {
  toast('the visit ends', { isUrgent: true })
  holdToasts(true)
  for (const text of ['a', 'b', 'c']) toast(text)
  expect(shown()).toEqual(['the visit ends'])
  holdToasts(false)
  expect(shown()).toEqual(['the visit ends', 'b', 'c'])
})

test('an offer that was held back for minutes is not shown any more; a message is', () => {
  vi.useFakeTimers()
  holdToasts(true)
  toast('won')
  toast('Nar 1 is free', { onTap: () => {} })
  vi.advanceTimersByTime(4 * 60_000)
  toast('Nar 2 is free', { onTap: () => {} })
  vi.advanceTimersByTime(60_000)
  holdToasts(false)
  expect(shown()).toEqual(['won', 'Nar 2 is free'])
})
