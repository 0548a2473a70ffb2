import { effect, signal } from '@preact/signals-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Dispose } from '../contract/result.ts'
import styles from './Toasts.module.css'
import { dismissToast, type Toast, toasts } from './toast.ts'
import { useFocusAfterwards } from './use-focus-afterwards.ts'

/** The toasts that are hovered or focused; their timers are paused. */
const pausedIds = signal<readonly string[]>([])

/** All timers are paused while the page is hidden. */
const pageHidden = signal(document.hidden)
document.addEventListener('visibilitychange', () => {
  pageHidden.value = document.hidden
})

/** A toast, which is dismissed after its time. */
function Message({ toast }: { toast: Toast }) {
  const { id } = toast
  useEffect(() => {
    let left = toast.ms
    return effect(() => {
      if (pageHidden.value || pausedIds.value.includes(id)) return undefined
      const began = performance.now()
      const timer = setTimeout(() => dismissToast(id), left)
      return () => {
        clearTimeout(timer)
        left -= performance.now() - began
      }
    })
  }, [toast, id])
  const hold = () => {
    pausedIds.value = [...pausedIds.peek(), id]
  }
  const release = () => {
    const at = pausedIds.peek().indexOf(id)
    pausedIds.value = pausedIds.peek().filter((_, index) => index !== at)
  }
  // A removed element fires no pointerleave.
  useEffect(
    () => () => {
      pausedIds.value = pausedIds.peek().filter((one) => one !== id)
    },
    [id],
  )
  const dismiss = () => dismissToast(id)
  const button = useId()
  useFocusAfterwards(button)
  return (
    <button
      type="button"
      id={button}
      className={styles.toast}
      hidden={toast.unseen}
      data-kind={toast.kind}
      onClick={() => {
        dismiss()
        toast.onTap?.()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        dismiss()
      }}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusCapture={hold}
      onBlurCapture={release}
    >
      {toast.message}
    </button>
  )
}

/**
 * Announces each new message to screen readers; a message that is over leaves the region. The live region is
 * outside the app, because a dialog hides the app from screen readers, and separate from the visible toasts,
 * because a countdown in them changes every second.
 */
function announceToasts(place: Element): Dispose {
  const region = document.createElement('div')
  region.className = 'quiet-text'
  region.setAttribute('role', 'log')
  // Fluent's dialogs do not hide elements with this attribute.
  region.setAttribute('data-tabster-never-hide', '')
  place.append(region)
  let lines = new Map<string, Element>()
  const stop = effect(() => {
    const before = lines
    lines = new Map(
      toasts.value.map(({ id, announced: text }) => {
        const known = before.get(id)
        if (known?.textContent === text) return [id, known]
        const line = document.createElement('p')
        line.textContent = text
        region.append(line)
        return [id, line]
      }),
    )
    for (const [id, line] of before) if (lines.get(id) !== line) line.remove()
  })
  return () => {
    stop()
    region.remove()
  }
}

/**
 * The toasts, above everything. A screen reader announces them; they close after their time, on a touch or on
 * a key.
 */
export function Toasts() {
  const box = useRef<HTMLDivElement>(null)
  // A native dialog, such as the lock, makes everything outside it inert.
  useLayoutEffect(() => announceToasts(box.current?.closest('dialog') ?? document.body), [])
  return (
    <div ref={box} className={styles.toasts}>
      {toasts.value.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
