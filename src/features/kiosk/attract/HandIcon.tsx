/** A hand with its finger out, about to touch. */
export const HandIcon = () => (
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <path d="M24 34V12a5 5 0 0 1 10 0v16l1-3a4.5 4.5 0 0 1 8.5 2.500l.5-1a4.3 4.3 0 0 1 8 2.500V42c0 10-6 16-15.5 16-7 0-11-3-14.5-8.500L13.5 38c-2.5-4.5 3-8.5 6.5-5Z" />
  </svg>
)
