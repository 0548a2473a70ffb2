import { expect, test } from 'vitest'
import { frontProblem, JANUS_FOLDER } from '../../testing/video/sfu/janus.ts'

/* The rooms of the front in docs/operator/deploy/janus, with handles that a test answers. */

const testWithFront = test.skipIf(frontProblem())
const ROOMS = `${JANUS_FOLDER}rooms.mjs`

/** A handle of Janus whose publisher has joined when the test says so. */
function createHandle() {
  let join = () => {}
  const joined = new Promise<void>((resolve) => {
    join = resolve
  })
  const handle = {
    ...{ isDetached: false, join },
    once: () => {},
    create: async () => {},
    async joinConfigurePublisher() {
      await joined
      return { jsep: { sdp: 'v=0\r\n' } }
    },
    async detach() {
      handle.isDetached = true
    },
  }
  return handle
}

testWithFront('of two publications of a machine the later one stays, and the other ends', async () => {
  const { openRooms } = await import(ROOMS)
  const handles: ReturnType<typeof createHandle>[] = []
  const rooms = openRooms({
    onLost: () => {},
    async attach() {
      const handle = createHandle()
      handles.push(handle)
      return handle
    },
  })
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    handles.length = 0
    const machine = `joined in the order ${order}`
    const opened = ['earlier', 'later'].map((id) => rooms.publish(machine, id, 'v=0\r\n'))
    const results = Promise.allSettled(opened)
    await expect.poll(() => handles.length).toBe(2)
    for (const at of order) {
      handles[at]?.join()
      await opened[at]?.catch(() => {})
    }
    const [earlier, later] = await results
    expect([earlier?.status, later?.status]).toEqual(['rejected', 'fulfilled'])
    expect(handles.map(({ isDetached }) => isDetached)).toEqual([true, false])
    expect(rooms.viewers(machine, later?.status === 'fulfilled' && later.value.id)).toBe(0)
  }
})
