import { systemClock } from '../../../lib/clock.ts'
import { type Cameras, type CamerasOptions, createCameras } from '../../../video/sfu/cameras.ts'

interface TestCameras {
  readonly cameras: Cameras
  /** Reports a change of a machine's seat, as the floor does. */
  changeSeat(machineId: string): void
}

/** Creates the cameras of a test. No login ends; the test decides who has a seat. */
export function openTestCameras(
  options: Pick<CamerasOptions, 'cameras' | 'secret' | 'ownerOf' | 'isInService'>,
): TestCameras {
  let onSeat: (machineId: string) => void = () => {}
  const cameras = createCameras({
    ...options,
    runs: () => true,
    onSeat(listener) {
      onSeat = listener
      return () => {}
    },
    endOf: async () => Number.POSITIVE_INFINITY,
    onEnded: () => () => {},
    followLogin: () => () => {},
    clock: systemClock,
    log: () => {},
  })
  return { cameras, changeSeat: (machineId) => onSeat(machineId) }
}
