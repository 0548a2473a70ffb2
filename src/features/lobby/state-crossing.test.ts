import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Brand, Machine } from '../../contract/floor.ts'
import {
  applyBrands,
  applyChanges,
  applyJackpots,
  applyMachines,
  beginBrandsRequest,
  beginMachinesRequest,
  clearLobby,
  jackpots,
  machineSignal,
  showMachines,
} from './state.ts'

/*
 * A server that changes, pushes each change in order, and answers with how things are at some moment between the
 * question and the answer's arrival. Whatever crosses on the way: when all has arrived, the page shows the truth.
 */

const UNTIL = [undefined, '2025-01-01T10:00:00Z', '2025-01-01T10:05:00Z'] as const
const step = fc.oneof(
  fc.record({
    do: fc.constant('change' as const),
    status: fc.constantFrom('available' as const, 'playing', 'reserved'),
    until: fc.constantFrom(...UNTIL),
    jackpot: fc.nat(1000),
  }),
  fc.record({ do: fc.constantFrom('push' as const, 'ask', 'look', 'answer') }),
)

test('whatever pushes and answers cross: in the end the page shows how it is, reservations and jackpots too', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      clearLobby()
      showMachines(undefined)
      let machine: Machine = { id: '1', name: 'Nar', brand: 'nar', status: 'available', reservation: false }
      let brand: Brand = { id: '9', name: 'Nar', jackpot: '0', machineCount: 1 }
      const pushes: (() => void)[] = []
      const asked: { marks: [number, number]; seen?: [Machine, Brand] }[] = []
      const ask = () => asked.push({ marks: [beginMachinesRequest(), beginBrandsRequest()] })
      const look = () => {
        for (const one of asked) one.seen ??= [machine, brand]
      }
      const answer = () => {
        const first = asked.findIndex(({ seen }) => seen)
        const [one] = first < 0 ? [] : asked.splice(first, 1)
        if (!one?.seen) return
        applyMachines([one.seen[0]], one.marks[0])
        applyBrands([one.seen[1]], one.marks[1])
      }
      ask()
      look()
      answer()
      for (const one of steps) {
        if (one.do === 'change') {
          machine = { ...machine, status: one.status, reservedUntil: one.until }
          brand = { ...brand, jackpot: String(one.jackpot) }
          const { status, reservedUntil } = machine
          const { jackpot } = brand
          pushes.push(() => {
            applyChanges([{ id: '1', status, reservedUntil }])
            applyJackpots([{ id: '9', jackpot }])
          })
        } else if (one.do === 'push') pushes.shift()?.()
        else if (one.do === 'ask') ask()
        else if (one.do === 'look') look()
        else answer()
      }
      for (const push of pushes) push()
      look()
      while (asked.length > 0) answer()
      const { status, reservedUntil } = machineSignal('1').value ?? {}
      expect({ status, reservedUntil, jackpot: jackpots.value[9] }).toEqual({
        status: machine.status,
        reservedUntil: machine.reservedUntil,
        jackpot: brand.jackpot,
      })
    }),
    { numRuns: 500 },
  )
})
