import { count } from '../../../i18n/format.ts'

const two = (value: number) => count(value, { minimumIntegerDigits: 2 })

/** What is left, as a running text: 4:05, 1:04:05; undefined for nothing, and for what is no time or beyond a day. */
export function formatCountdown(until: string, now: number): string | undefined {
  const left = Math.ceil((Date.parse(until) - now) / 1000)
  if (!(left > 0 && left <= 86_400)) return undefined
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  return hours > 0 ? `${count(hours)}:${two(minutes)}:${two(rest)}` : `${count(minutes)}:${two(rest)}`
}
