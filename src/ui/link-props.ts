/**
 * The attributes of an operator's link: pages open in a new tab without access to the app; mail and telephone
 * links open directly.
 */
export function linkProps(url: string): { href: string; target?: '_blank'; rel?: string } {
  return /^(https?:|\/)/.test(url)
    ? { href: url, target: '_blank', rel: 'noopener noreferrer' }
    : { href: url }
}
