const pad = (value: number) => String(value).padStart(2, '0')

/** A day of this machine's time zone, such as 2026-11-25. */
const formatDay = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** A minute of this machine's time zone, such as 2026-11-25 21:40. */
export const formatMinute = (at: Date): string =>
  `${formatDay(at)} ${pad(at.getHours())}:${pad(at.getMinutes())}`
