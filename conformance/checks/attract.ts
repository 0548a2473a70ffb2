import { AttractAnswer } from '../../src/contract/attract.ts'
import { request } from '../client/http.ts'
import { type Kit, need } from '../client/kit.ts'
import { expectAnswer, expectThat, shape } from '../client/shapes.ts'
import { Absent } from '../report/findings.ts'

const ANSWER = shape('attract', 'AttractAnswer', AttractAnswer)
const LISTS = 'GET /attract'

/**
 * Checks what a kiosk shows to guests. A platform without it refuses the call, as it has no token; with the
 * setting on that is wrong.
 */
export async function checkAttract({ recorder, target, call }: Kit): Promise<void> {
  const answer = await recorder.check(LISTS, async () => {
    const listed = await call('GET', '/attract')
    if (listed.status >= 400 && !target.attractPictures)
      throw new Absent('Leave the setting kioskAttractPictures off.')
    return expectAnswer(listed, ANSWER)
  })
  await recorder.check('a picture of GET /attract, without a token', async () => {
    const [machine] = need(answer, LISTS).machines
    if (!machine) throw new Absent('No machine is free: attract mode shows posters.')
    const { still } = machine
    const picture = await (still.startsWith('/') ? call('GET', still) : request('GET', still))
    const isImage = /^image\/(jpeg|png|webp)/.test(picture.headers.get('content-type') ?? '')
    const isShown = picture.status === 200 && isImage
    const type = `${picture.status} of type ${picture.headers.get('content-type')}`
    const expected = 'an image (JPEG, PNG, WebP), or status 204 or 404 for a machine that is not free'
    expectThat(
      isShown || [204, 404].includes(picture.status),
      { ...picture, got: type },
      expected,
      ANSWER.where,
    )
  })
}
