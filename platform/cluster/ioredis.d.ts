/** The part of ioredis that is used here. */
declare module 'ioredis' {
  import { EventEmitter } from 'node:events'
  export interface RedisOptions {
    maxRetriesPerRequest: number | null
    retryStrategy(attempt: number): number
    connectTimeout: number
    enableOfflineQueue?: boolean
    commandTimeout?: number
  }
  type Entry = [id: string, fields: string[]]
  export class Redis extends EventEmitter {
    constructor(url: string, options: RedisOptions)
    readonly status: string
    xadd(...command: (string | number)[]): Promise<string | null>
    xrevrange(...command: (string | number)[]): Promise<Entry[]>
    xread(...command: (string | number)[]): Promise<[stream: string, entries: Entry[]][] | null>
    eval(script: string, keys: number, ...given: (string | number)[]): Promise<unknown>
    quit(): Promise<unknown>
    disconnect(): void
  }
}
