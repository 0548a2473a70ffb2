import type { Finding, Status } from './findings.ts'

const MARKS: Record<Status, string> = {
  holds: 'holds      ',
  absent: 'absent     ',
  wrong: 'WRONG      ',
  unchecked: 'unchecked  ',
  'left out': 'left out   ',
}
const INDENT = ' '.repeat(MARKS.holds.length + 2)

/** A finding as lines of text. */
export function formatFinding({ title, status, note, sent, got, expected, where }: Finding): string {
  const details = [
    note && note,
    sent && `sent      ${sent}`,
    got && `got       ${got}`,
    expected && `expected  ${expected}`,
    where && `see       ${where}`,
  ]
  const lines = details.filter(Boolean).map((detail) => `${INDENT}${detail}`)
  return [`  ${MARKS[status]}${title}`, ...lines].join('\n')
}

/** The totals, and the violations again by name. */
export function formatSummary(findings: readonly Finding[]): string {
  const of = (status: Status) => findings.filter((finding) => finding.status === status)
  const leftOut = of('left out').length
  const counts = [
    `${of('holds').length} hold`,
    `${of('absent').length} optional and absent`,
    ...(leftOut ? [`${leftOut} left out by your options`] : []),
    `${of('unchecked').length} unchecked`,
    `${of('wrong').length} wrong`,
  ]
  const wrong = of('wrong').map(({ topic, title }) => `  ${topic}: ${title}`)
  const heading = wrong.length ? ['', 'Wrong:', ...wrong] : []
  return ['', `${counts.join(', ')}.`, ...heading].join('\n')
}
