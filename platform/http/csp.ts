import { createHash } from 'node:crypto'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes of the inline blocks of one kind; those with a src have nothing inside to hash. */
function inline(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi'))
  return [...blocks]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => sha256(text))
}

/** The origins of an operator's own servers as Settings.json names them, with their ws:// twins. */
function servers(settings: unknown): string[] {
  const given = typeof settings === 'object' && settings !== null ? Object.values(settings) : []
  const origins = given
    .filter((value) => typeof value === 'string' && URL.canParse(value))
    .map((value) => new URL(value))
    .filter(({ protocol }) => /^(https?|wss?):$/.test(protocol))
    .flatMap(({ protocol, host }) => {
      const secure = /s:$/.test(protocol) ? 's' : ''
      return [`http${secure}://${host}`, `ws${secure}://${host}`]
    })
  return [...new Set(origins)]
}

/**
 * The Content-Security-Policy of the app, as helmet wants it: everything from this origin, the inline blocks
 * of index.html by their hashes, and connections to the servers that Settings.json names.
 * The hash of nothing lets the component library make empty style elements, which it fills rule by rule.
 */
export function contentSecurityPolicy(html: string, settings?: unknown): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline(html, 'script')],
    'style-src': ["'self'", sha256(''), ...inline(html, 'style')],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...servers(settings)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  }
}

/**
 * The policy of an information page as one header: the app may show it in a frame, it may bring pictures and
 * styles of this origin and its own inline styles, and it runs no script at all.
 */
export function pagePolicy(html: string): string {
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'none'"],
    'style-src': ["'self'", ...inline(html, 'style')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';')
}
