import type { Signal } from '@preact/signals-react'
import { Button } from './Button.tsx'

type Props = { label: string; shown: Signal<boolean> }

/** The button in a field that shows its password, e.g. with the label "Show password". */
export const PasswordToggle = ({ label, shown }: Props) => (
  <Button
    kind="quiet"
    square
    aria-label={label}
    aria-pressed={shown.value}
    onClick={() => {
      shown.value = !shown.value
    }}
  >
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      <path d="M4 4l16 16" />
    </svg>
  </Button>
)
