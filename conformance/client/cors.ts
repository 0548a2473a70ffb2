import type { Exchange } from './exchange.ts'
import { type Call, request } from './http.ts'

/** Whether a browser lets a page of `origin` read an answer of another origin. */
export function isReadable({ headers }: Call, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')
  return allowed === '*' || allowed === origin
}

/** Whether a header that lists names contains one; `*` stands for all of them. */
export const listsName = ({ headers }: Call, header: string, name: string): boolean =>
  (headers.get(header) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .some((listed) => listed === '*' || listed === name.toLowerCase())

/** An exchange that shows CORS headers, named without `access-control-`, in place of the answer. */
export function showingHeaders(call: Call, ...names: string[]): Exchange {
  const shown = names.map((name) => {
    const header = `access-control-${name}`
    return `${header}: ${call.headers.get(header) ?? '(none)'}`
  })
  return { ...call, got: `${call.status} with ${shown.join(', ')}` }
}

/** What a browser asks before a request, and the answer; `missing`: what the answer does not permit. */
export async function preflight(
  url: string,
  origin: string,
  method: string,
  wanted: readonly string[],
): Promise<{ call: Call; missing: string | undefined }> {
  const call = await request('OPTIONS', url, {
    headers: {
      origin,
      'access-control-request-method': method,
      ...(wanted.length > 0 && { 'access-control-request-headers': wanted.join(',') }),
    },
  })
  // `*` does not include Authorization.
  const permits = (name: string) =>
    name === 'authorization'
      ? (call.headers.get('access-control-allow-headers') ?? '').toLowerCase().includes(name)
      : listsName(call, 'access-control-allow-headers', name)
  const needsMethod = !['GET', 'HEAD', 'POST'].includes(method)
  if (call.status >= 300) return { call, missing: 'status 2xx' }
  if (!isReadable(call, origin)) return { call, missing: `the origin ${origin}` }
  if (needsMethod && !listsName(call, 'access-control-allow-methods', method))
    return { call, missing: `the method ${method}` }
  const header = wanted.find((name) => !permits(name))
  return { call, missing: header && `the header ${header}` }
}
