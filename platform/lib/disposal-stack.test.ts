import { expect, test } from 'vitest'
import { createDisposalStack } from './disposal-stack.ts'

test('disposes in reverse order, sequentially and once, despite a failure', async () => {
  const closed: string[] = []
  const errors: unknown[] = []
  const stack = createDisposalStack((error) => errors.push(error))
  stack.defer(() => closed.push('first'))
  stack.defer(() => Promise.reject(new Error('stuck')))
  stack.defer(async () => {
    await Promise.resolve()
    closed.push('third')
  })
  expect(stack.isDisposing()).toBe(false)
  const disposals = [stack.dispose(), stack.dispose()]
  expect(stack.isDisposing()).toBe(true)
  await Promise.all(disposals)
  await stack.dispose()
  expect(closed).toEqual(['third', 'first'])
  expect(errors).toEqual([new Error('stuck')])
})

test('waits for a background disposal only at the end', async () => {
  const closed: string[] = []
  const stack = createDisposalStack(() => {})
  let end = () => {}
  const slow = new Promise<void>((resolve) => {
    end = resolve
  })
  stack.defer(() => {
    closed.push('first')
    end()
  })
  stack.defer(() => slow.then(() => closed.push('slow')), true)
  await stack.dispose()
  expect(closed).toEqual(['first', 'slow'])
})
