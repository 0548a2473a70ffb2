import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  kind?: 'primary' | 'secondary' | 'quiet'
  /** 48 by 48, for an icon alone: give it an aria-label. */
  square?: boolean
  /** Shows that its work is under way, and takes no second press. */
  busy?: boolean
}

/** The one button. Plain HTML, so that it is there before any script. */
export function Button({ kind = 'secondary', square, busy, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      data-square={square ? '' : undefined}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
    />
  )
}
