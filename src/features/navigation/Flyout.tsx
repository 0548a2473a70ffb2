import { useSignal } from '@preact/signals-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { pathname } from '../../core/router/pathname.ts'
import css from './Flyout.module.css'

/** How long a pointer must stay to open it, and be away to close it, ms (specification, section 9). */
const HOVER_MS = 150

interface Props {
  /** The content of the button. */
  face: ReactNode
  className: string | undefined
  /** It contains the current page. */
  inside?: boolean
  /** Opens beside the button instead of below it. */
  beside?: boolean
  children: ReactNode
}

/**
 * A button that opens a box on a click, a key press or hover. The box closes on Escape, when the pointer or
 * the focus leaves it, and on navigation.
 */
export function Flyout({ face, className, inside, beside, children }: Props) {
  const id = useId()
  const open = useSignal(false)
  const flipped = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const byPointer = useRef(false)
  const path = pathname.value
  const turn = (next: boolean) => {
    clearTimeout(timer.current)
    byPointer.current = false
    open.value = next
  }
  const soon =
    (next: boolean) =>
    ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        turn(next)
        byPointer.current = next
      }, HOVER_MS)
    }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is another page
  useEffect(() => {
    open.value = false
  }, [path, open])
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = open.value
  useLayoutEffect(() => {
    const at = box.current?.getBoundingClientRect()
    flipped.value = shown && at !== undefined && (at.right > window.innerWidth || at.left < 0)
  }, [shown, flipped])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the events of its button and its box
    <div
      className={css.flyout}
      data-beside={beside ? '' : undefined}
      onPointerEnter={soon(true)}
      onPointerLeave={soon(false)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open.value) return
        event.stopPropagation()
        turn(false)
        button.current?.focus()
      }}
      onBlurCapture={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) turn(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={shown}
        aria-controls={id}
        data-inside={inside ? '' : undefined}
        // The click after a hover does not close what the hover has opened.
        onClick={() => turn(byPointer.current || !open.value)}
      >
        {face}
      </button>
      <div
        ref={box}
        id={id}
        className={css.box}
        hidden={!shown}
        data-flipped={flipped.value ? '' : undefined}
      >
        {shown && children}
      </div>
    </div>
  )
}
