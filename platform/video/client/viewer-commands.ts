import { randomUUID } from 'node:crypto'
import type { Answer, Command, VideoRefusal } from '../protocol/ipc.ts'
import { DEFAULT_LAYER } from '../protocol/layers.ts'
import type { VideoEngine } from './engine.ts'
import type { MachineStates } from './machine-states.ts'
import type { Supervisor } from './supervisor.ts'
import type { Claim, Viewers } from './viewers.ts'

const DOWN: VideoRefusal = { refused: 'down', message: 'The video is being restarted.' }
const refusalIn = (answer: Answer): VideoRefusal => ('refused' in answer ? answer : DOWN)
/** Of benches and tests, which have no players. */
const ANYONE: Claim = { right: () => 'watch' }

/** What an engine does with a viewer, by commands to the worker. `prefix`: begins the ids of the viewers. */
export function createViewerCommands(
  worker: Supervisor,
  viewers: Viewers,
  machines: MachineStates,
  prefix = '',
): Pick<VideoEngine, 'open' | 'publish' | 'accept' | 'candidate' | 'restartIce' | 'layer'> {
  async function request(id: string, command: (call: number) => Command): Promise<Answer> {
    if (!viewers.has(id)) return { refused: 'unknown', message: 'There is no such viewer.' }
    return (await worker.request(command)) ?? DOWN
  }

  /** Adds a viewer where the limits permit it, and removes it again unless the worker opens its peer. */
  async function openViewer(
    id: string,
    machineId: string,
    claim: Claim,
    command: (call: number, isHeld: boolean) => Command,
  ): Promise<Answer> {
    const added = viewers.add(id, machineId, claim)
    if ('refused' in added) return added
    const answer = await request(id, (call) => command(call, added.isHeld))
    if (!('refused' in answer)) {
      viewers.setOpen(id)
      return answer
    }
    // After a timeout the worker may still open this peer: close it there too.
    worker.send({ type: 'close', peer: id })
    viewers.discard(id)
    return answer
  }

  return {
    async open(scene, offer, { layer = DEFAULT_LAYER.id, ...claim } = ANYONE) {
      const id = `${prefix}${randomUUID()}`
      const state = machines.stateOf(scene)
      const answer = await openViewer(id, scene.id, claim, (call, isHeld) => ({
        type: 'open',
        call,
        peer: id,
        offer,
        layer,
        isHeld,
        state,
      }))
      return 'answer' in answer ? { id, answer: answer.answer } : refusalIn(answer)
    },
    async publish(scene, right) {
      const id = randomUUID()
      const state = machines.stateOf(scene)
      const claim = right ? { right } : ANYONE
      const answer = await openViewer(id, scene.id, claim, (call) => ({
        type: 'publish',
        call,
        peer: id,
        state,
      }))
      return 'offer' in answer ? { id, offer: answer.offer } : refusalIn(answer)
    },
    async accept(id, answerSdp) {
      const answer = await request(id, (call) => ({ type: 'accept', call, peer: id, answer: answerSdp }))
      return 'ok' in answer ? answer : refusalIn(answer)
    },
    async candidate(id, fragment) {
      const answer = await request(id, (call) => ({ type: 'candidate', call, peer: id, fragment }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
    async restartIce(id, fragment) {
      const answer = await request(id, (call) => ({ type: 'restart', call, peer: id, fragment }))
      if ('fragment' in answer) viewers.renewEtag(id)
      return 'fragment' in answer || 'refused' in answer ? answer : DOWN
    },
    async layer(id, layer) {
      const answer = await request(id, (call) => ({ type: 'layer', call, peer: id, layer }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
  }
}
