import { randomUUID } from 'node:crypto'
import Janode from 'janode'
import VideoRoom from 'janode/plugins/videoroom'
import { detach, endViewer, openViewer } from './janus.mjs'

/*
 * Publications and their viewers in Janus: a room for each publication, which has one publisher. Whatever ends the
 * publisher ends its viewers too, so that nobody watches the next one.
 */

const { EVENT } = Janode
const FEED = 'picture'
/** At 3 Mbit/s the picture is 60 ms later, because Janus sends in bursts. */
const MAX_BITRATE = 1_500_000
/** How long a viewer that comes before the picture waits for it. */
const MAX_WAIT_MS = 4000

export function openRooms(janus) {
  /** By machine: the current publication, with its viewers by session id. */
  const publications = new Map()
  /** By machine: the publication that was begun last, until it is open. */
  const openings = new Map()
  const waiting = new Set()
  janus.onLost(() => publications.clear())

  async function end(publication) {
    if (publications.get(publication.machine) === publication) publications.delete(publication.machine)
    const { viewers, handle } = publication
    await Promise.all([...[...viewers.keys()].map((id) => endViewer(viewers, id)), detach(handle)])
  }

  const find = (machine, id) => [publications.get(machine)].find((found) => found?.id === id)

  return {
    /** Opens a publication in the place of the machine's current one. Rejects if another one is begun meanwhile. */
    async publish(machine, publicationId, offer) {
      const publication = { machine, publicationId, id: randomUUID(), viewers: new Map(), isUp: false }
      openings.set(machine, publication)
      try {
        const current = publications.get(machine)
        if (current) await end(current)
        publication.handle = await janus.attach(VideoRoom, () => end(publication))
        publication.handle.once(EVENT.HANDLE_WEBRTCUP, () => {
          publication.isUp = true
          for (const check of waiting) check()
        })
        const room = publication.id
        await publication.handle.create({
          ...{ room, is_private: true, max_publishers: 1, videocodec: 'vp8', audiocodec: 'opus' },
          ...{ bitrate: MAX_BITRATE, bitrate_cap: true, notify_joining: false },
        })
        const { jsep } = await publication.handle.joinConfigurePublisher({
          ...{ room, feed: FEED, jsep: { type: 'offer', sdp: offer } },
        })
        if (openings.get(machine) !== publication) throw new Error('a later publication takes its place')
        publications.set(machine, publication)
        return { id: publication.id, answer: jsep.sdp }
      } catch (error) {
        if (publication.handle) detach(publication.handle)
        throw error
      } finally {
        if (openings.get(machine) === publication) openings.delete(machine)
      }
    },
    /** Ends a publication and its viewers; false for one that is not there. */
    async unpublish(machine, id) {
      const publication = find(machine, id)
      if (publication) await end(publication)
      return publication !== undefined
    },
    viewers: (machine, id) => find(machine, id)?.viewers.size,
    /** Waits until this publication is connected: before, Janus knows no feed. Resolves to the machine's current one. */
    async waitFor(machine, publicationId) {
      const current = () => {
        const publication = publications.get(machine)
        return publication?.isUp ? publication.publicationId : undefined
      }
      if (current() !== publicationId) {
        await new Promise((resolve) => {
          const check = () => current() === publicationId && done()
          const timer = setTimeout(done, MAX_WAIT_MS)
          function done() {
            clearTimeout(timer)
            waiting.delete(check)
            resolve()
          }
          waiting.add(check)
        })
      }
      return current()
    },
    /** Offers the machine's picture to a viewer; undefined: its publication has ended. */
    async watch(machine, { publication: publicationId, player }) {
      const publication = publications.get(machine)
      if (publication?.publicationId !== publicationId) return undefined
      return openViewer(janus, VideoRoom, publication.viewers, player, async (handle) => {
        // `end` does not know a viewer whose handle Janus attaches at that time.
        if (publications.get(machine) !== publication) return undefined
        const { jsep } = await handle.joinSubscriber({ room: publication.id, streams: [{ feed: FEED }] })
        return jsep.sdp
      })
    },
    /** A viewer's handle: `start` takes its answer, `trickle` a candidate. */
    viewer: (machine, id) => publications.get(machine)?.viewers.get(id)?.handle,
    leave: (machine, id) => endViewer(publications.get(machine)?.viewers, id),
  }
}
