/** The part of React's renderer that the comparison pages use; the aliased package has no types. */
declare module 'react-dom/client' {
  import type { ReactNode } from 'react'
  export function createRoot(element: Element): { render(node: ReactNode): void }
}
