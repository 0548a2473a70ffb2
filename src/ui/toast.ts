import { type ReadonlySignal, signal } from '@preact/signals-react'

export interface Toast {
  id: string
  message: string
  kind: 'info' | 'good' | 'danger'
}

export interface ToastOptions {
  kind?: Toast['kind']
  /** How long it stays, ms; 3000 by default. */
  ms?: number
  /** A toast with the same id is changed in place instead of shown twice. */
  id?: string
}

const MOST = 3
const list = signal<readonly Toast[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let made = 0

/** What is on show, oldest first. */
export const toasts: ReadonlySignal<readonly Toast[]> = list

/** Takes a toast away. */
export function dismissToast(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  list.value = list.peek().filter((toast) => toast.id !== id)
}

/** Shows a short message (already translated) and gives its id. */
export function toast(message: string, { kind = 'info', ms = 3000, id }: ToastOptions = {}): string {
  const key = id ?? `toast-${++made}`
  const next: Toast = { id: key, message, kind }
  const before = list.peek()
  const known = before.some((one) => one.id === key)
  list.value = known ? before.map((one) => (one.id === key ? next : one)) : [...before, next]
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => dismissToast(key), ms),
  )
  const oldest = list.peek()[0]
  if (oldest && list.peek().length > MOST) dismissToast(oldest.id)
  return key
}
