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

/** A pointer that rests here so long, ms, opens it; one that is away so long closes it (specification, section 9). */
const HOVER_MS = 150

interface Props {
  /** What is on its button. */
  face: ReactNode
  className: string | undefined
  label?: string
  /** The page that is shown is in it. */
  inside?: boolean
  /** Beside its button instead of below it. */
  beside?: boolean
  children: ReactNode
}

/**
 * A button with something that it opens: by a click, by a key, by a pointer that rests. It closes on Escape, when the
 * pointer or the focus has left it, and when another page is shown.
 */
export function Flyout({ face, className, label, inside, beside, children }: Props) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its button and its box are told
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
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) turn(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={shown}
        aria-controls={id}
        data-inside={inside ? '' : undefined}
        // What the pointer has just opened is not closed by the click that follows.
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
