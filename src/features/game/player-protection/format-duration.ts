import { t } from '../../../i18n/index.ts'

const MINUTE = 60_000

/** Formats ms as hours and minutes; below a minute as seconds, rounded up. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE)
  if (ms < MINUTE) return t('limits.unit.seconds', { count: Math.ceil(ms / 1000) })
  const parts = [Math.floor(minutes / 60), minutes % 60] as const
  return [
    parts[0] > 0 && t('limits.unit.hours', { count: parts[0] }),
    parts[1] > 0 && t('limits.unit.minutes', { count: parts[1] }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Formats ms as h:mm:ss. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
