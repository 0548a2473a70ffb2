import { type FloorContext, seatStatus } from '../context.ts'
import { type BrandState, isSpinning, type MachineState, reservedUntil, statusOf } from '../machine.ts'
import type { FloorDeps } from './floor.ts'
import type { ListPort } from './interfaces.ts'

const isOnline = (machine: MachineState) => !['offline', 'error'].includes(statusOf(machine))

/** The queries about the machines. */
export function createQueries(
  floor: FloorContext,
  { stillOf, watchUrlOf }: Pick<FloorDeps, 'stillOf' | 'watchUrlOf'>,
): ListPort {
  const all = [...floor.machines.values()]
  const machineCounts = new Map<string, number>()
  for (const { brand } of all) machineCounts.set(brand.id, (machineCounts.get(brand.id) ?? 0) + 1)
  const view = (machine: MachineState, playerId?: string) => ({
    id: machine.id,
    status: statusOf(machine, playerId),
    reservation: playerId !== undefined && machine.seat?.playerId === playerId,
    ...reservedUntil(machine),
  })
  return {
    brands() {
      const freeCounts = new Map<BrandState, number>()
      for (const machine of all)
        if (statusOf(machine) === 'available')
          freeCounts.set(machine.brand, (freeCounts.get(machine.brand) ?? 0) + 1)
      return [...floor.brands.values()].map((brand) => ({
        ...{ id: brand.id, name: brand.name, brand: brand.key },
        jackpot: String(brand.jackpot),
        machineCount: machineCounts.get(brand.id) ?? 0,
        freeCount: freeCounts.get(brand) ?? 0,
      }))
    },
    machines(playerId, brandId) {
      const brand = brandId === undefined ? undefined : floor.brands.get(brandId)
      if (brandId !== undefined && !brand) return undefined
      const machines = all
        .filter((machine) => !brand || machine.brand === brand)
        .map((machine) => ({
          ...view(machine, playerId),
          name: machine.name,
          brand: machine.brand.key,
          ...(machine.driver.stakes.length > 0 && {
            minStake: Math.min(...machine.driver.stakes),
            maxStake: Math.max(...machine.driver.stakes),
          }),
          ...(machine.lastBigWin !== undefined && { lastBigWin: machine.lastBigWin }),
          ...(stillOf && machine.driver.drawnGame && isOnline(machine) && { still: stillOf(machine.id) }),
          // Whatever its status: the push of a later one does not carry it.
          ...(watchUrlOf && machine.driver.drawnGame && { watchUrl: watchUrlOf(machine.id) }),
        }))
      return { machines, name: brand?.name ?? null }
    },
    change(machineId, playerId) {
      const machine = floor.machines.get(machineId)
      return machine && view(machine, playerId)
    },
    ownerOf: (machineId) => floor.machines.get(machineId)?.seat?.playerId,
    seatOf: (playerId) => floor.seats.get(playerId),
    seatStatus: (playerId) => seatStatus(floor, playerId),
    scene(machineId) {
      const machine = floor.machines.get(machineId)
      const game = machine?.driver.drawnGame?.rules.def.id
      if (!machine || game === undefined) return undefined
      return { id: machineId, name: machine.name, brand: machine.brand.key, game }
    },
    freeMachines() {
      const first = new Map<BrandState, string>()
      for (const machine of all)
        if (!first.has(machine.brand) && machine.driver.drawnGame && statusOf(machine) === 'available')
          first.set(machine.brand, machine.id)
      return [...first].map(([{ key, name, jackpot }, id]) => ({ id, brand: key, name, jackpot }))
    },
    rulesOf: (machineId) => floor.machines.get(machineId)?.driver.drawnGame?.rules.def,
    isOnline(machineId) {
      const machine = floor.machines.get(machineId)
      return machine !== undefined && isOnline(machine)
    },
    isInService(machineId) {
      const machine = floor.machines.get(machineId)
      return machine !== undefined && machine.fault === undefined
    },
    figures() {
      const machines: Record<string, number> = {}
      const own = all.filter(({ owned }) => owned)
      for (const status of own.map((machine) => statusOf(machine)))
        machines[status] = (machines[status] ?? 0) + 1
      const spinsRunning = own.filter(isSpinning).length
      const cabinets = own.flatMap(({ driver }) => driver.cabinet ?? [])
      return {
        ...{ machines, spinsRunning, commandsWaiting: floor.queues.size },
        transfersPending: cabinets.filter(({ pending }) => pending).length,
        cabinetsClosed: cabinets.filter(({ closed }) => closed !== undefined).length,
        controllers: cabinets.filter(({ connection }) => connection > 0).length,
      }
    },
  }
}
