/** Seconds as m:ss, or as h:mm:ss from an hour on or `withHours`; the same in every language. */
export function clockDuration(seconds: number, withHours = seconds >= 3600): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const head = withHours ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}` : minutes
  return `${head}:${two(seconds % 60)}`
}
