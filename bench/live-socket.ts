import { WebSocket } from 'ws'

/*
 * A lightweight client of the real-time channels, for load: 5,000 clients of socket.io-client would occupy
 * this machine by themselves.
 */

const ACK = '43'
const CONNECTED = '40'
const REFUSED = '44'
const PING = '2'
const PONG = '3'

export interface LiveSocket {
  /** Sends a request and resolves with its acknowledgement. Rejects when the socket closes first. */
  request(event: string, payload: object): Promise<unknown>
  close(): void
}

export interface LiveSocketOptions {
  /** E.g. http://127.0.0.1:8080. */
  url: string
  token: string
  /** The client's address, for a platform that trusts this machine as its proxy. */
  address: string
  /** Receives the unparsed packet of a push. */
  onPush(packet: Buffer): void
  /** Called if the other end closes the socket. */
  onLost(): void
}

/** Name and payload of a push: `42["machine",...`. */
export function parsePush(packet: Buffer): [name: string, payload: unknown] {
  return JSON.parse(packet.toString('utf8', 2))
}

const isPush = (packet: Buffer) => packet[0] === 0x34 && packet[1] === 0x32 && packet[2] === 0x5b

/** Connects and authenticates. Rejects if the server refuses the connection. */
export function openLiveSocket(options: LiveSocketOptions): Promise<LiveSocket> {
  const { url, token, address, onPush, onLost } = options
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': address },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  const pending = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let requests = 0
  let closing = false

  const socket: LiveSocket = {
    request: (event, payload) =>
      new Promise((resolve, reject) => {
        pending.set(requests, { resolve, reject })
        ws.send(`42${requests}${JSON.stringify([event, payload])}`)
        requests += 1
      }),
    close() {
      closing = true
      ws.close()
    },
  }

  function acknowledge(text: string): void {
    const from = text.indexOf('[')
    const id = Number(text.slice(ACK.length, from))
    const [answer] = JSON.parse(text.slice(from)) as [unknown]
    pending.get(id)?.resolve(answer)
    pending.delete(id)
  }

  return new Promise((resolve, reject) => {
    ws.on('message', (data) => {
      const packet = data as Buffer
      if (isPush(packet)) return onPush(packet)
      const text = packet.toString()
      if (text === PING) ws.send(PONG)
      else if (text.startsWith(ACK)) acknowledge(text)
      else if (text.startsWith(CONNECTED)) resolve(socket)
      else if (text.startsWith(REFUSED)) reject(new Error(text))
      else if (text.startsWith('0')) ws.send(`${CONNECTED}${JSON.stringify({ token })}`)
    })
    ws.on('error', reject)
    ws.on('close', () => {
      const lost = new Error('the socket was closed')
      reject(lost)
      for (const { reject: fail } of pending.values()) fail(lost)
      pending.clear()
      if (!closing) onLost()
    })
  })
}
