import { signal, useSignalEffect } from '@preact/signals-react'
import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountUp } from './count-up.ts'

function Figure({ of, down }: { of: ReturnType<typeof signal<number | undefined>>; down?: boolean }) {
  return <p data-testid="figure">{useCountUp(of, { down: down ?? false })}</p>
}
const shown = () => screen.getByTestId('figure').textContent
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
let calm = false

beforeEach(() => {
  vi.useFakeTimers()
  calm = false
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: calm && query.includes('reduce') }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('counts up to a higher value and stops on it exactly', () => {
  const of = signal<number | undefined>(100)
  render(<Figure of={of} />)
  expect(shown()).toBe('100')
  act(() => {
    of.value = 1100
  })
  pass(200)
  const between = Number(shown())
  expect(between).toBeGreaterThan(100)
  expect(between).toBeLessThan(1100)
  pass(600)
  expect(shown()).toBe('1100')
})

test('it updates twenty times a second at most, and not after the end', () => {
  const of = signal<number | undefined>(0)
  let drawn = 0
  function Drawn() {
    const shown = useCountUp(of)
    useSignalEffect(() => {
      drawn += shown.value === undefined ? 0 : 1
    })
    return null
  }
  render(<Drawn />)
  act(() => {
    of.value = 1_000_000
  })
  drawn = 0
  // Not within act, which would render only once.
  vi.advanceTimersByTime(1000)
  expect(drawn).toBeGreaterThan(10)
  expect(drawn).toBeLessThanOrEqual(14)
  vi.advanceTimersByTime(5000)
  expect(drawn).toBeLessThanOrEqual(14)
})

test.each([
  ['at once', false],
  ['in a run where it is asked for', true],
])('goes down %s', (_, down) => {
  const of = signal<number | undefined>(1100)
  render(<Figure of={of} down={down} />)
  act(() => {
    of.value = 100
  })
  pass(100)
  expect(Number(shown()) > 100).toBe(down)
  pass(700)
  expect(shown()).toBe('100')
})

test('a newer value continues from the displayed one', () => {
  const of = signal<number | undefined>(0)
  render(<Figure of={of} down />)
  act(() => {
    of.value = 1000
  })
  pass(300)
  const before = Number(shown())
  act(() => {
    of.value = 10
  })
  pass(20)
  expect(Math.abs(Number(shown()) - before)).toBeLessThan(150)
  pass(700)
  expect(shown()).toBe('10')
})

test('the first value, and one after an unknown value, is shown at once', () => {
  const of = signal<number | undefined>(undefined)
  render(<Figure of={of} />)
  expect(shown()).toBe('')
  act(() => {
    of.value = 700
  })
  expect(shown()).toBe('700')
})

test('with reduced motion the value is shown at once', () => {
  calm = true
  const of = signal<number | undefined>(5)
  render(<Figure of={of} down />)
  for (const next of [900, 3]) {
    act(() => {
      of.value = next
    })
    expect(shown()).toBe(String(next))
  }
})
