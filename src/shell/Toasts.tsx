import { dismissToast, toasts } from '../ui/toast.ts'
import styles from './Toasts.module.css'

/** Short messages over everything; read out by a screen reader, gone by themselves or by a touch. */
export function Toasts() {
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.value.map(({ id, message, kind }) => (
        <button
          key={id}
          type="button"
          className={styles.toast}
          data-kind={kind}
          onClick={() => dismissToast(id)}
        >
          {message}
        </button>
      ))}
    </div>
  )
}
