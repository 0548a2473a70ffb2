import { randomUUID } from 'node:crypto'
import type { Answer, Command, VideoRefusal } from '../protocol/ipc.ts'
import { LAYERS } from '../protocol/layers.ts'
import type { VideoEngine } from './engine.ts'
import type { MachineStates } from './machine-states.ts'
import type { Supervisor } from './supervisor.ts'
import type { ViewerSessions } from './viewer-sessions.ts'

const DOWN: VideoRefusal = { refused: 'down', message: 'The video is being restarted.' }
const refusalIn = (answer: Answer): VideoRefusal => ('refused' in answer ? answer : DOWN)

/** What an engine does with a viewer's session, by commands to the worker. `prefix`: begins the id of each viewer's session. */
export function createSessionCommands(
  worker: Supervisor,
  sessions: ViewerSessions,
  machines: MachineStates,
  prefix = '',
): Pick<VideoEngine, 'open' | 'release' | 'publish' | 'accept' | 'candidate' | 'restartIce' | 'layer'> {
  async function request(session: string, command: (call: number) => Command): Promise<Answer> {
    if (!sessions.has(session)) return { refused: 'unknown', message: 'There is no such viewer.' }
    return (await worker.request(command)) ?? DOWN
  }

  /** Adds a session where the limits permit it, and removes it again unless the worker opens it. */
  async function openSession(
    session: string,
    machineId: string,
    viewer: { isPlayer?: boolean; isHeld?: boolean },
    command: (call: number) => Command,
  ): Promise<Answer> {
    const refusal = sessions.add(session, machineId, viewer)
    if (refusal) return refusal
    const answer = await request(session, command)
    if (!('refused' in answer)) return answer
    // After a timeout the worker may still open this session: close it there too.
    worker.send({ type: 'close', session })
    sessions.discard(session)
    return answer
  }

  return {
    async open(scene, offer, { isPlayer = false, layer = LAYERS[0].id, isHeld = false } = {}) {
      const session = `${prefix}${randomUUID()}`
      const state = machines.stateOf(scene)
      const answer = await openSession(session, scene.id, { isPlayer, isHeld }, (call) => ({
        type: 'open',
        call,
        session,
        offer,
        layer,
        isHeld,
        state,
      }))
      return 'answer' in answer ? { session, answer: answer.answer } : refusalIn(answer)
    },
    release: (session) => worker.send({ type: 'release', session }),
    async publish(scene, isPlayer = false) {
      const session = randomUUID()
      const state = machines.stateOf(scene)
      const answer = await openSession(session, scene.id, { isPlayer }, (call) => ({
        type: 'publish',
        call,
        session,
        state,
      }))
      return 'offer' in answer ? { session, offer: answer.offer } : refusalIn(answer)
    },
    async accept(session, answerSdp) {
      const answer = await request(session, (call) => ({ type: 'accept', call, session, answer: answerSdp }))
      return 'ok' in answer ? answer : refusalIn(answer)
    },
    async candidate(session, fragment) {
      const answer = await request(session, (call) => ({ type: 'candidate', call, session, fragment }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
    async restartIce(session, fragment) {
      const answer = await request(session, (call) => ({ type: 'restart', call, session, fragment }))
      return 'fragment' in answer || 'refused' in answer ? answer : DOWN
    },
    async layer(session, layer) {
      const answer = await request(session, (call) => ({ type: 'layer', call, session, layer }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
  }
}
