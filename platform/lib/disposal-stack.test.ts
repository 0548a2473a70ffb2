import { expect, test } from 'vitest'
import { createDisposalStack } from './disposal-stack.ts'

test('the last opened is closed first, one after the other, and only once', async () => {
  const closed: string[] = []
  const errors: unknown[] = []
  const opened = createDisposalStack((error) => errors.push(error))
  opened.add(() => closed.push('first'))
  opened.add(() => Promise.reject(new Error('stuck')))
  opened.add(async () => {
    await Promise.resolve()
    closed.push('third')
  })
  await Promise.all([opened.close(), opened.close()])
  await opened.close()
  expect(closed).toEqual(['third', 'first'])
  expect(errors).toEqual([new Error('stuck')])
})

test('what may end meanwhile keeps nobody waiting, but the end waits for it', async () => {
  const closed: string[] = []
  const opened = createDisposalStack(() => {})
  let end = () => {}
  const slow = new Promise<void>((resolve) => {
    end = resolve
  })
  opened.add(() => {
    closed.push('first')
    end()
  })
  opened.add(() => slow.then(() => closed.push('slow')), true)
  await opened.close()
  expect(closed).toEqual(['first', 'slow'])
})
