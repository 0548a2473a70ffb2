import type { LastSpin, MachineState, Meters, Scene, ShownSpin } from '../protocol/machine-state.ts'

interface MachineRecord {
  meters: Meters
  last?: LastSpin
}

const NO_METERS: Meters = { credit: 0, win: 0, stake: 0, freeSpins: 0 }

export type MachineStates = ReturnType<typeof createMachineStates>

/** The newest state of each machine, kept without viewers too. */
export function createMachineStates() {
  const records = new Map<string, MachineRecord>()
  function recordOf(machineId: string): MachineRecord {
    const record = records.get(machineId) ?? { meters: NO_METERS }
    records.set(machineId, record)
    return record
  }
  return {
    stateOf(scene: Scene): MachineState {
      const { meters, last } = recordOf(scene.id)
      return { scene, meters, last }
    },
    setMeters(machineId: string, { credit, win, stake, freeSpins }: Meters): Meters {
      const meters = { credit, win, stake, freeSpins }
      recordOf(machineId).meters = meters
      return meters
    },
    setSpin(machineId: string, spin: ShownSpin, startedAt: number): LastSpin {
      const record = recordOf(machineId)
      const previous = record.last?.spin
      const from = previous && { stops: previous.stops, free: previous.free }
      const last = { spin, startedAt, ...(from && { from }) }
      record.last = last
      return last
    },
  }
}
