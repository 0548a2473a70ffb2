import { effect, signal } from '@preact/signals-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { Dispose } from '../contract/result.ts'
import styles from './Toasts.module.css'
import { dismissToast, type Toast, toasts } from './toast.ts'

/** The toasts that are pointed at or have the focus: theirs is the only time that stands still. */
const pausedIds = signal<readonly string[]>([])

/** While the page is hidden the times of all toasts stand still. */
const pageHidden = signal(document.hidden)
document.addEventListener('visibilitychange', () => {
  pageHidden.value = document.hidden
})

/** One message, gone when its time is over. */
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
  // No event reports a pointer that rests where a toast was.
  useEffect(
    () => () => {
      pausedIds.value = pausedIds.peek().filter((one) => one !== id)
    },
    [id],
  )
  const dismiss = () => dismissToast(id)
  return (
    <button
      type="button"
      className={styles.toast}
      hidden={toast.unseen}
      data-kind={toast.kind}
      onClick={dismiss}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && dismiss()}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {toast.message}
    </button>
  )
}

/**
 * Reads each new message out. The region is beside the app, because a window hides all of the app from screen
 * readers, and apart from what is seen, because there a figure may change every second.
 */
function announceToasts(place: Element): Dispose {
  const region = document.createElement('div')
  region.className = 'quiet-text'
  region.setAttribute('role', 'log')
  // Fluent's windows leave it alone.
  region.setAttribute('data-tabster-never-hide', '')
  place.append(region)
  let announcedById = new Map<string, string>()
  const stop = effect(() => {
    for (const { id, announced: text } of toasts.value) {
      if (announcedById.get(id) === text) continue
      const line = document.createElement('p')
      line.textContent = text
      region.append(line)
      if (region.childElementCount > 9) region.firstElementChild?.remove()
    }
    announcedById = new Map(toasts.value.map(({ id, announced: text }) => [id, text]))
  })
  return () => {
    stop()
    region.remove()
  }
}

/** Short messages over everything; read out by a screen reader, gone by themselves, by a touch or by a key. */
export function Toasts() {
  const box = useRef<HTMLDivElement>(null)
  // A dialog of the browser's own, such as the lock, hides all but itself.
  useLayoutEffect(() => announceToasts(box.current?.closest('dialog') ?? document.body), [])
  return (
    <div ref={box} className={styles.toasts}>
      {toasts.value.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
