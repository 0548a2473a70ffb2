import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'

/* The file of the cameras of the front in docs/operator/deploy/janus. */

const MOUNTPOINTS = new URL('../../../docs/operator/deploy/janus/mountpoints.mjs', import.meta.url).href
const folder = scratchFolder()

type Mountpoint = Readonly<Record<string, unknown>>

async function read(cameras: object): Promise<Map<string, Mountpoint>> {
  const { readMountpoints } = await import(MOUNTPOINTS)
  const file = join(folder, 'cameras.json')
  writeFileSync(file, JSON.stringify(cameras))
  return readMountpoints(file)
}

test.each([
  [{ rtsp: 'rtsp://ada:p%ss%25@c/1' }, 'ada', 'p%ss%'],
  [{ rtsp: 'rtsp://ada:100%@c/1' }, 'ada', '100%'],
  [{ rtsp: 'rtsp://ada:a%20b%40@c/1' }, 'ada', 'a b@'],
  [{ rtsp: 'rtsp://ada@c/1', password: 'p%41' }, 'ada', 'p%41'],
  [{ rtsp: 'rtsp://ada:old@c/1', password: 'new' }, 'ada', 'new'],
  [{ rtsp: 'rtsp://other:old@c/1', user: 'ada', password: 'new' }, 'ada', 'new'],
  [{ rtsp: 'rtsp://c/1', user: 'ada' }, 'ada', ''],
  [{ rtsp: 'rtsp://c/1' }, undefined, undefined],
])('a camera %j has its user and password beside its address', async (camera, user, password) => {
  const cameras = await read({ 101: camera, 102: { rtp: 5104 } })
  expect(cameras.get('101')).toMatchObject({ type: 'rtsp', url: 'rtsp://c/1' })
  expect([cameras.get('101')?.rtsp_user, cameras.get('101')?.rtsp_pwd]).toEqual([user, password])
  expect(cameras.get('102')).toMatchObject({ type: 'rtp' })
})

test.each([null, {}, { rtsp: 'http://c/1' }])(
  'the camera %j cannot be read, and its machine is named',
  async (camera) => {
    await expect(read({ 101: camera })).rejects.toThrow('the camera of machine 101 needs "rtsp" or "rtp"')
  },
)
