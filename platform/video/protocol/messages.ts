import type { Socket } from 'node:net'

/** Far longer than the longest message, which has a still. */
const MAX_LENGTH = 4 * 1024 * 1024

function parse(line: string): { message: unknown } | undefined {
  try {
    return { message: JSON.parse(line) }
  } catch {
    return undefined
  }
}

/** Calls `onMessage` with each message of a socket: a line of JSON. Anything else ends the socket. */
export function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const read = parse(line)
      if (!read) return void socket.destroy()
      onMessage(read.message)
    }
    if (rest.length > MAX_LENGTH) socket.destroy()
  })
}

export function writeMessage(socket: Socket, message: unknown): void {
  socket.write(`${JSON.stringify(message)}\n`)
}
