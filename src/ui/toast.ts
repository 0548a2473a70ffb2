import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

export interface Toast {
  id: string
  message: string
  kind: 'info' | 'good' | 'danger'
  /** Duration on the screen, ms. */
  ms: number
  /** The text for screen readers; unchanged by a `quiet` update. */
  announced: string
  unseen: boolean
  isUrgent: boolean
  onTap: (() => void) | undefined
  /** When it was last shown or updated, ms of `performance.now()`. */
  at: number
}

export interface ToastOptions {
  kind?: Toast['kind']
  /** Duration on the screen, ms; 3000 by default. */
  ms?: number
  /** A toast with the same id is updated in place, and its time restarts. */
  id?: string
  /** Such an update is not announced. */
  quiet?: boolean
  /** Announced only: the page shows the same visually elsewhere. */
  unseen?: boolean
  /** Shown behind the lock too; without an amount and `onTap`. */
  isUrgent?: boolean
  /** Called when the player taps it, or presses a key on it. */
  onTap?: () => void
}

/** Visible ones; an urgent one is not dropped for another. */
const MAX_TOASTS = 3
/** What a tap on a toast offers does not hold for longer than this, ms. */
const MAX_HELD_MS = 5 * 60_000
const toastsSignal = signal<readonly Toast[]>([])
const heldSignal = signal(false)
let createdCount = 0

/** The shown toasts, oldest first; Toasts.tsx draws them and dismisses them after their time. */
export const toasts: ReadonlySignal<readonly Toast[]> = computed(() =>
  heldSignal.value ? toastsSignal.value.filter(({ isUrgent }) => isUrgent) : toastsSignal.value,
)

/**
 * Holds back all but urgent toasts, or shows them, each with its whole time, except for offers (`onTap`) that
 * were held back for minutes.
 */
export function holdToasts(isHeld: boolean): void {
  const now = performance.now()
  if (heldSignal.peek() && !isHeld)
    toastsSignal.value = toastsSignal.peek().filter(({ onTap, at }) => !onTap || now - at < MAX_HELD_MS)
  heldSignal.value = isHeld
}

export function dismissToast(id: string): void {
  toastsSignal.value = toastsSignal.peek().filter((toast) => toast.id !== id)
}

/** Removes all toasts, at the end of a session. */
export function clearToasts(): void {
  toastsSignal.value = []
}

/** Shows a short message (translated already) and returns its id. */
export function toast(
  message: string,
  {
    kind = 'info',
    ms = 3000,
    id = `toast-${++createdCount}`,
    quiet,
    unseen = false,
    isUrgent = false,
    onTap,
  }: ToastOptions = {},
): string {
  const before = toastsSignal.peek()
  const known = before.find((one) => one.id === id)
  const next: Toast = {
    id,
    message,
    kind,
    ms,
    announced: (quiet && known?.announced) || message,
    unseen,
    isUrgent,
    onTap,
    at: performance.now(),
  }
  const all = known ? before.map((one) => (one === known ? next : one)) : [...before, next]
  const visible = all.filter((one) => !one.unseen)
  const dropped = visible.length > MAX_TOASTS && visible.find((one) => !one.isUrgent)
  toastsSignal.value = all.filter((one) => one !== dropped)
  return id
}
