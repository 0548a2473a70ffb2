/*
 * For tests: a module for `--import`, by which the parent sets the clock of a process. Its monotonic clock
 * and its timers go on as they do when a system's clock is set.
 */

const SystemDate = Date
const systemNow = Date.now
let offsetMs = 0

Date.now = () => systemNow() + offsetMs
globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(Date.now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget),
})

process.on('message', (message: { setClock?: number }) => {
  if (typeof message !== 'object' || message.setClock === undefined) return
  offsetMs = message.setClock
  process.send?.({ clockSet: offsetMs })
})
