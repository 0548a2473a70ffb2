import { serverNow } from '../../net/server-clock.ts'

/** Whether a time (ISO 8601) is on the server's current day, in the device's time zone. */
export const isToday = (time: string): boolean =>
  new Date(time).toDateString() === new Date(serverNow()).toDateString()
