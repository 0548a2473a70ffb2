import { escapeHtml } from './html-text.ts'
import { PARTICIPANTS, participantsOf, type Sequence } from './sequences.ts'

/* All lengths in px of the picture. */
const COLUMN = 290
const ROW = 38
const TOP = 48
const MARGIN = 90

/** A sequence as an inline SVG; its colours are those of the page. */
export function sequenceSvg(sequence: Sequence): string {
  const names = participantsOf(sequence)
  const x = (name: (typeof names)[number]) => MARGIN + names.indexOf(name) * COLUMN
  const width = 2 * MARGIN + (names.length - 1) * COLUMN
  const height = TOP + sequence.steps.length * ROW + 16
  const lifelines = names.map(
    (name) =>
      `<line class="life" x1="${x(name)}" y1="34" x2="${x(name)}" y2="${height}"/><text class="who" x="${x(name)}" y="22">${escapeHtml(PARTICIPANTS[name])}</text>`,
  )
  const steps = sequence.steps.map((step, at) => {
    const y = TOP + at * ROW + 22
    if ('note' in step)
      return `<rect class="note" x="8" y="${y - 19}" width="${width - 16}" height="26" rx="4"/><text class="words" x="${width / 2}" y="${y - 2}">${escapeHtml(step.note)}</text>`
    const [from, to] = [x(step.from), x(step.to)]
    const tip = to > from ? to - 7 : to + 7
    const dash = step.answers ? ' dashed' : ''
    return `<line class="arrow${dash}" x1="${from}" y1="${y}" x2="${tip}" y2="${y}"/><path class="tip" d="M${to} ${y}L${tip} ${y - 4}V${y + 4}Z"/><text class="words" x="${(from + to) / 2}" y="${y - 6}">${escapeHtml(step.text)}</text>`
  })
  const told = sequence.steps
    .map((step) =>
      'note' in step ? step.note : `${PARTICIPANTS[step.from]} to ${PARTICIPANTS[step.to]}: ${step.text}`,
    )
    .join('. ')
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(`${sequence.title}. ${told}`)}">${lifelines.join('')}${steps.join('')}</svg>`
}
