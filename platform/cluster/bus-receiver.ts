import * as v from 'valibot'
import type { Log } from '../floor/context.ts'

const Message = v.object({
  from: v.string(),
  /** Counts the messages of its process. */
  number: v.number(),
  kind: v.string(),
  payload: v.unknown(),
})

export type Receive = (kind: string, payload: unknown) => void

/**
 * Reads the messages of the other processes: each once, also when a process sends it again, and in their
 * order. `node`: the id of this process, whose own messages come back.
 */
export function createReceiver(node: string, log: Log) {
  const listeners: Receive[] = []
  /** The number of the last message of each process. */
  const received = new Map<string, number>()
  return {
    onMessage: (listener: Receive) => void listeners.push(listener),
    /** Applies a message. Returns whether earlier messages of its process were lost. */
    receive(text: string): boolean {
      let hasLoss = false
      try {
        const { from, number, kind, payload } = v.parse(Message, JSON.parse(text))
        if (from === node) return false
        const last = received.get(from) ?? number - 1
        if (number <= last) return false
        hasLoss = number > last + 1
        received.set(from, number)
        for (const listener of listeners) listener(kind, payload)
      } catch (error) {
        log.error({ err: error }, 'a message of another process could not be applied')
      }
      return hasLoss
    },
  }
}
