import type { FromController, ToController } from '../../machines/controller-messages.ts'
import type { PlannedMachine } from '../../machines/floor-plan.ts'
import type { Floor } from '../floor.ts'
import { createTestCabinet } from './test-cabinet.ts'

/* For tests: a floor of cabinets alone, and the line between a cabinet and its floor, without a socket. */

export const cabinetPlan = (count: number) => ({
  brands: [{ id: 1, key: 'one', name: 'one', game: 'test', jackpotSeedCents: 0 }],
  machines: Array.from(
    { length: count },
    (_, at): PlannedMachine => ({
      ...{ id: at + 1, name: `C${at + 1}`, brand: 1, stakes: undefined, driver: 'controller' },
      keyHash: '',
    }),
  ),
})

/** Connects a new cabinet; it answers each command at once. */
export async function connectTestCabinet(floor: Floor, machine: string) {
  const cabinet = createTestCabinet(machine)
  const connection = (await floor.connectController(machine)) ?? 0
  let running = Promise.resolve()
  async function deliver(messages: FromController[]): Promise<void> {
    for (const message of messages) {
      const result = await floor.onController(machine, connection, message)
      if (result.ok) for (const command of result.answers) await deliver(cabinet.receive(command))
    }
  }
  /** After all before it: the cabinet's messages keep their order. */
  const report = (...messages: FromController[]) => {
    running = running.then(() => deliver(messages))
    return running
  }
  const commands: ToController[] = []
  let isAnswering = true
  floor.events.on('toController', (command) => {
    if (command.machineId !== machine || command.connection !== connection) return
    commands.push(command.message)
    const answers = cabinet.receive(command.message)
    if (isAnswering) void report(...answers)
  })
  await report(...cabinet.greet())
  return {
    cabinet,
    report,
    /** What the platform has sent by itself. */
    commands,
    /** False: its answers to commands are lost. */
    setAnswering(answering: boolean) {
      isAnswering = answering
    },
    /** Resolves when the cabinet has nothing more to say. */
    async quiet(): Promise<void> {
      for (let before: unknown; before !== running; ) {
        before = running
        await running
        await floor.idle()
      }
    },
  }
}
