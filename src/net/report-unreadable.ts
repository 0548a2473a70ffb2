import type { BaseIssue } from 'valibot'

/**
 * Reports the fields of an answer, acknowledgement or push that the contract could not parse; `source` is its
 * name. Does nothing without `issues`. The logging is in a chunk of its own, because few players need it.
 */
export function reportUnreadable(source: string, issues: readonly BaseIssue<unknown>[] | undefined): void {
  if (issues)
    import('./unreadable-fields.ts').then((module) => module.logUnreadable(source, issues)).catch(() => {})
}
