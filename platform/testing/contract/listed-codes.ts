import assert from 'node:assert'
import { CALL_CODES, OPERATIONS } from '../../contract/http-operations.ts'
import { REQUEST_CODES, SOCKET_REQUESTS } from '../../contract/socket-messages.ts'

/* For tests: whatever the platform refuses has a code that the documents list for its call or request. */

const CALLS = OPERATIONS.map((operation) => ({
  ...operation,
  matches: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
})).sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

/** `path`: below the API's; paths that are no call of the app have no list. */
export function expectListedCode(method: string, path: string, code: unknown): void {
  const call = CALLS.find((each) => each.method === method.toLowerCase() && each.matches.test(path))
  if (call) assertListed([...CALL_CODES, ...(call.codes ?? [])], code, `${method} ${path}`)
}

/** Returns the result of a command on the game channel. Only tests name a machine that does not exist. */
export async function withListedCode<R extends object>(event: string, answer: Promise<R>): Promise<R> {
  const result = await answer
  const request = SOCKET_REQUESTS.find((each) => each.channel === 'game' && each.event === event)
  if ('code' in result) assertListed([60001, ...REQUEST_CODES, ...(request?.codes ?? [])], result.code, event)
  return result
}

function assertListed(listed: readonly unknown[], code: unknown, request: string): void {
  assert(listed.includes(code), `${request} is refused with ${code}, which the contract does not list for it`)
}
