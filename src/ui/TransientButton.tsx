import { type ComponentProps, useId } from 'react'
import { Button } from './Button.tsx'
import { useFocusAfterwards } from './use-focus-afterwards.ts'

/** `next`: the id of the element that has the focus afterwards; by default the page or dialog around it. */
type Props = ComponentProps<typeof Button> & { next?: string }

/** A button that its own command may remove. */
export function TransientButton({ next, ...rest }: Props) {
  const id = useId()
  useFocusAfterwards(id, next)
  return <Button {...rest} keepsFocus id={id} />
}
