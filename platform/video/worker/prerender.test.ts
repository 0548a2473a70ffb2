import { expect, test, vi } from 'vitest'
import { prerenderSteps } from './prerender.ts'

test('draws what idle machines show first, and goes on after art that cannot be drawn', () => {
  const drawn: string[] = []
  const brand = (name: string, pieces: number) => () => {
    drawn.push(name)
    return { prerenderNext: () => --pieces > 0 }
  }
  const error = new Error('no such symbol')
  const broken = () => {
    throw error
  }
  const brokenLater = () => ({ prerenderNext: broken })
  const onFailed = vi.fn()
  const steps = prerenderSteps([broken, brand('first', 2), brokenLater, brand('second', 1)], onFailed)
  expect([...steps]).toHaveLength(5)
  expect(drawn).toEqual(['first', 'second', 'first', 'first', 'second'])
  expect(onFailed.mock.calls).toEqual([[error], [error], [error]])
})
