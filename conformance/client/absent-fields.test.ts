import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Machine } from '../../src/contract/floor.ts'
import { GameInitAck } from '../../src/contract/live.ts'
import { absentFields } from './absent-fields.ts'

test('reports missing and null fields, once for a whole list', () => {
  const machines = [
    { id: 1, name: 'Nar 01', brand: 'nar', status: 'available', still: '/still/1' },
    { id: 2, name: 'Nar 02', brand: 'nar', status: 'available', reservation: true, image: null },
  ]
  expect(absentFields(v.array(Machine), machines).sort()).toEqual([
    '[].image',
    '[].lastBigWin',
    '[].maxStake',
    '[].minStake',
    '[].reservation',
    '[].reservedUntil',
    '[].still',
    '[].watchUrl',
  ])
})

test('inspects nested objects that are present', () => {
  const ack = { ok: true, balance: 0, machine: { id: 1, name: '' }, video: { url: '/x' }, capabilities: {} }
  expect(absentFields(GameInitAck.options[0], ack)).toEqual(
    expect.arrayContaining([
      'seq',
      'machine.brand',
      'video.type',
      'video.iceServers',
      'capabilities.transfer',
    ]),
  )
})
