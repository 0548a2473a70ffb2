/* Line icons on the grid of icons.tsx that the first screens do not need. */

/** `mirrors`: it has a direction, which right-to-left pages turn round. */
export function LineIcon({ d, mirrors }: { d: string; mirrors?: boolean | undefined }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-mirrors={mirrors}>
      <path d={d} />
    </svg>
  )
}

export const CloseIcon = () => <LineIcon d="M6 6l12 12M18 6 6 18" />
