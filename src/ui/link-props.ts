/** How a link of the operator's opens: another page beside the app, knowing nothing of it; a mail or a call at once. */
export function linkProps(url: string): { href: string; target?: '_blank'; rel?: string } {
  return /^(https?:|\/)/.test(url)
    ? { href: url, target: '_blank', rel: 'noopener noreferrer' }
    : { href: url }
}
