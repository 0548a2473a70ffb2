import { type ComponentProps, useId, useLayoutEffect } from 'react'
import { Button } from './Button.tsx'

/** `next`: the id of the element that has the focus afterwards. */
type Props = ComponentProps<typeof Button> & { next: string }

/**
 * A button that its own command may remove. The focus would then be lost: the next Tab would begin at the top
 * of the page.
 */
export function TransientButton({ next, ...rest }: Props) {
  const id = useId()
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id !== id) return
      // The button is still in the page. It stays in view where it was, as do the rows above it.
      queueMicrotask(() => document.getElementById(next)?.focus({ preventScroll: true }))
    },
    [id, next],
  )
  return <Button {...rest} keepsFocus id={id} />
}
