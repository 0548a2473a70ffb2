import { type ReadonlySignal, signal } from '@preact/signals-react'

export interface Toast {
  id: string
  message: string
  kind: 'info' | 'good' | 'danger'
  /** How long it stays once it is seen, ms. */
  ms: number
  /** What is read out of it; the same while only a figure in the message changes. */
  announced: string
  unseen: boolean
}

export interface ToastOptions {
  kind?: Toast['kind']
  /** How long it stays once it is seen, ms; 3000 by default. */
  ms?: number
  /** A toast with the same id is changed in place instead of shown twice, and its time starts anew. */
  id?: string
  /** Such a change is not read out. */
  quiet?: boolean
  /** Only read out: who sees the page sees it elsewhere. */
  unseen?: boolean
}

const MAX_TOASTS = 3
const toastsSignal = signal<readonly Toast[]>([])
let createdCount = 0

/** What is on show, oldest first; Toasts.tsx draws it and takes it away when its time is over. */
export const toasts: ReadonlySignal<readonly Toast[]> = toastsSignal

/** Takes a toast away. */
export function dismissToast(id: string): void {
  toastsSignal.value = toastsSignal.peek().filter((toast) => toast.id !== id)
}

/** Takes all of them away, at the end of a session. */
export function clearToasts(): void {
  toastsSignal.value = []
}

/** Shows a short message (already translated) and gives its id. */
export function toast(
  message: string,
  { kind = 'info', ms = 3000, id = `toast-${++createdCount}`, quiet, unseen = false }: ToastOptions = {},
): string {
  const before = toastsSignal.peek()
  const known = before.find((one) => one.id === id)
  const next: Toast = { id, message, kind, ms, announced: (quiet && known?.announced) || message, unseen }
  toastsSignal.value = known
    ? before.map((one) => (one === known ? next : one))
    : [...before, next].slice(-MAX_TOASTS)
  return id
}
