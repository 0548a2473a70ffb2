import type { ElementProps } from '#jsx/jsx-runtime'

type Props = Omit<ElementProps<'button'>, 'className'> & {
  kind?: 'primary' | 'secondary' | 'quiet'
  /** 48 by 48 px, for an icon only: add an aria-label. */
  square?: boolean
  /** Its command is pending; further presses are ignored. */
  busy?: boolean
}

/**
 * The app's button. Plain HTML, so that prerendered pages contain it before any script. Disabled or busy it
 * keeps the focus, which the browser would else give to the body; a form checks again what it submits.
 */
export function Button({ kind = 'secondary', square, busy, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      data-square={square ? '' : undefined}
      aria-busy={busy || undefined}
      {...((disabled || busy) && { 'aria-disabled': true, onClick: undefined })}
    />
  )
}
