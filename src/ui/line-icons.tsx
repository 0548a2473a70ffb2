/* Line icons on the grid of icons.tsx that the first screens do not need. */

export function LineIcon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const CloseIcon = () => <LineIcon d="M6 6l12 12M18 6 6 18" />
