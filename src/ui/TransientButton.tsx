import { type ComponentProps, useId } from 'react'
import { Button } from './Button.tsx'
import { useFocusAfterwards } from './use-focus-afterwards.ts'

/** `next`: the id of what has the focus afterwards; by default the dialog around it, or the page. */
type Props = ComponentProps<typeof Button> & { next?: string }

/** A button that its own command may remove. */
export function TransientButton({ next, ...rest }: Props) {
  const id = useId()
  useFocusAfterwards(id, next)
  return <Button {...rest} id={id} />
}
