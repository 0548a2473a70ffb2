import * as v from 'valibot'
import type { Log } from '../floor/context.ts'

const Batch = v.object({
  from: v.string(),
  /** Counts the batches of its process. */
  number: v.number(),
  messages: v.array(v.tuple([v.string(), v.unknown()])),
})

export type Receive = (kind: string, payload: unknown) => void

/**
 * Reads the messages of the other processes: each once, also when a process sends its batch again, and in
 * their order. `node`: the id of this process; the stream returns its own messages too, which are ignored.
 */
export function createReceiver(node: string, log: Log) {
  const listeners: Receive[] = []
  /** The number of the last batch of each process. */
  const received = new Map<string, number>()
  const logError = (error: unknown) =>
    log.error({ err: error }, 'a message of another process could not be applied')

  function apply(kind: string, payload: unknown): void {
    try {
      for (const listener of listeners) listener(kind, payload)
    } catch (error) {
      logError(error)
    }
  }

  function read(text: string): v.InferOutput<typeof Batch> | undefined {
    try {
      return v.parse(Batch, JSON.parse(text))
    } catch (error) {
      logError(error)
      return undefined
    }
  }

  return {
    onMessage: (listener: Receive) => void listeners.push(listener),
    /** Applies a batch. Returns whether earlier ones of its process were lost. */
    receive(text: string): boolean {
      const batch = read(text)
      if (!batch || batch.from === node) return false
      const { from, number, messages } = batch
      const last = received.get(from) ?? number - 1
      if (number <= last) return false
      received.set(from, number)
      for (const [kind, payload] of messages) apply(kind, payload)
      return number > last + 1
    },
  }
}
