import type { BaseIssue } from 'valibot'

/**
 * Reports what the contract could not read in an answer, acknowledgement or push; `source` names it. Does nothing
 * without `issues`. The naming and counting is in a chunk of its own, because most players never need it.
 */
export function reportUnreadable(source: string, issues: readonly BaseIssue<unknown>[] | undefined): void {
  if (issues) import('./unreadable-log.ts').then((module) => module.log(source, issues)).catch(() => {})
}
