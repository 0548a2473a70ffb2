import type { ElementProps } from '#jsx/jsx-runtime'

type Props = Omit<ElementProps<'button'>, 'className'> & {
  kind?: 'primary' | 'secondary' | 'quiet'
  /** 48 by 48 px, for an icon only: add an aria-label. */
  square?: boolean
  /** Its command is pending; further presses are ignored. */
  busy?: boolean
  /** Disabled or busy it keeps the focus, so that the next key still acts on it. */
  keepsFocus?: boolean
}

/** The app's button. Plain HTML, so that prerendered pages contain it before any script. */
export function Button({ kind = 'secondary', square, busy, disabled, keepsFocus, ...rest }: Props) {
  const isOff = disabled || busy
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      data-square={square ? '' : undefined}
      aria-busy={busy || undefined}
      {...(keepsFocus ? isOff && { 'aria-disabled': true, onClick: undefined } : { disabled: isOff })}
    />
  )
}
