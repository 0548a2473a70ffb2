import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A process of bench/load.ts: after "go" it makes calls at once, in rounds, for some time. Sends how long the
 * longest round took, ms.
 */

const [url = '', token = '', atOnce = '', roundMs = '', forMs = '', isTagged = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }

/** Resolves to the answer's tag at its end. */
function call(tag?: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { ...headers, ...(tag && { 'if-none-match': tag }) } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers.etag))
      answer.once('error', reject)
    }).once('error', reject)
  })
}

const tag = isTagged ? await call() : undefined
process.send?.('ready')
await once(process, 'message')
const start = performance.now()
let longest = 0
while (performance.now() - start < Number(forMs)) {
  const began = performance.now()
  await Promise.all(Array.from({ length: Number(atOnce) }, () => call(tag)))
  const ms = performance.now() - began
  longest = Math.max(longest, ms)
  await sleep(Number(roundMs) - ms)
}
process.send?.(longest)
process.disconnect()
agent.destroy()
