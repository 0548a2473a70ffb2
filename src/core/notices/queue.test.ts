import { expect, test } from 'vitest'
import { setSignedOut } from '../session/state.ts'
import { enqueueMessage, queuedNotices } from './queue.ts'

test('a message that nobody has shown yet ends with the session', () => {
  enqueueMessage({ code: 0, params: {}, message: '₺100,00', action: 'none' })
  setSignedOut()
  expect(queuedNotices.value).toEqual([])
})
