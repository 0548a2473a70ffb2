/** A screen and the way it turns. */
export const RotateIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 9.500h10v10.500H4ZM8 5.500h6.500a5 5 0 0 1 5 5v4M17 12l2.500 2.500L22 12" />
  </svg>
)
