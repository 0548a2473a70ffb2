import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

const native = AbortSignal.any

describe.each(['with', 'without'])('%s AbortSignal.any', (given) => {
  beforeEach(() => {
    if (given === 'without') Reflect.deleteProperty(AbortSignal, 'any')
  })
  afterEach(() => {
    Object.assign(AbortSignal, { any: native })
  })

  test.each([0, 1])('the signal aborts with signal %i, and with its reason', (which) => {
    const controllers = [new AbortController(), new AbortController()] as const
    const signal = anySignal(controllers[0].signal, controllers[1].signal)
    expect(signal.aborted).toBe(false)
    controllers[which]?.abort('left')
    expect(signal).toMatchObject({ aborted: true, reason: 'left' })
    // The other one comes too late.
    controllers[1 - which]?.abort('timeout')
    expect(signal.reason).toBe('left')
  })

  test('it is aborted from the start if one of the two is', () => {
    const open = new AbortController().signal
    expect(anySignal(AbortSignal.abort('before'), open)).toMatchObject({ aborted: true, reason: 'before' })
    expect(anySignal(open, AbortSignal.abort('before'))).toMatchObject({ aborted: true, reason: 'before' })
  })
})
