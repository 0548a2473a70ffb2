import { corsRules } from './cors.ts'
import type { Directive } from './csp.ts'
import type { SiteHeader } from './header-set.ts'

/* The comments of all formats; each of them starts a comment with `#`. */

const MAX_LINE = 110

/** Wraps a text into comment lines; further lines are indented by `hanging`. */
export function comment(text: string, hanging = ''): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line.length + word.length >= MAX_LINE) {
      lines.push(line)
      line = `#${hanging}`
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

export const intro = (): string[] =>
  comment(
    "Reelcast: the headers of the app's files. Print them again after each build and each change of Settings.json: hashes and origins change.",
  )

const directiveComments = (directives: readonly Directive[] = []): string[] =>
  directives.flatMap(({ name, reason }) => comment(`  ${name}: ${reason}`, '    '))

/**
 * Explains a header and the directives of its policy; of its cases only the first with directives is
 * explained.
 */
export function headerComments({ name, reason, directives, cases = [] }: SiteHeader): string[] {
  const [first] = cases.filter((other) => other.directives)
  return [
    ...comment(`${name}: ${reason}`),
    ...directiveComments(directives),
    ...(first ? comment(`In place of it, for ${first.reason}:`) : []),
    ...directiveComments(first?.directives),
  ]
}

/** The introduction of the CORS headers, or the explanation why there are none. */
export function corsIntro(settings: unknown): string[] {
  const socketWords =
    'Sockets need no CORS headers. A socket server that checks the Origin header must accept the origin of the app; it must accept WebSocket upgrades at /socket.io/.'
  if (corsRules(settings).length === 0)
    return comment(`CORS: Settings.json names no server of another origin. ${socketWords}`)
  return comment(
    `CORS: servers of other origins. They answer OPTIONS with 204 and these headers, and send them with every answer, refusals too; where the server itself sends them, leave these out: twice is an error. Any origin may call: the token travels in a header, and there are no cookies. ${socketWords}`,
  )
}
