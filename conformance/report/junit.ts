import type { Finding } from './findings.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML 1.0, which allows no control characters except tab and line feed, and no lone surrogates. */
const escapeXml = (text: string) =>
  text
    .replace(/[^\P{C}\n\t]|\p{Cs}/gu, '\u{fffd}')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

function resultOf({ status, note, sent, got, expected, where }: Finding): string {
  if (status === 'holds') return note ? `<system-out>${escapeXml(note)}</system-out>` : ''
  if (status !== 'wrong') return `<skipped message="${escapeXml(`${status}: ${note ?? ''}`)}"/>`
  const lines = [
    sent && `sent: ${sent}`,
    got && `got: ${got}`,
    expected && `expected: ${expected}`,
    where && `see: ${where}`,
  ]
  const message = expected ? `expected ${expected}` : (got ?? 'wrong')
  return `<failure message="${escapeXml(message)}">${escapeXml(lines.filter(Boolean).join('\n'))}</failure>`
}

/**
 * The findings as JUnit XML: a suite per topic; those that are absent, unchecked or left out count as
 * skipped.
 */
export function formatJunit(findings: readonly Finding[]): string {
  const count = (list: readonly Finding[]) => {
    const failures = list.filter(({ status }) => status === 'wrong').length
    const skipped = list.filter(({ status }) => status !== 'wrong' && status !== 'holds').length
    const seconds = list.reduce((sum, { ms }) => sum + ms, 0) / 1000
    return `tests="${list.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`
  }
  const topics = [...new Set(findings.map(({ topic }) => topic))]
  const suites = topics.map((topic) => {
    const list = findings.filter((finding) => finding.topic === topic)
    const cases = list.map((finding) => {
      const attributes = `classname="${escapeXml(topic)}" name="${escapeXml(finding.title)}"`
      return `    <testcase ${attributes} time="${(finding.ms / 1000).toFixed(3)}">${resultOf(finding)}</testcase>`
    })
    return [`  <testsuite name="${escapeXml(topic)}" ${count(list)}>`, ...cases, '  </testsuite>'].join('\n')
  })
  const opening = `<testsuites name="Reelcast conformance" ${count(findings)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', opening, ...suites, '</testsuites>', ''].join('\n')
}
