import type { ReactElement } from 'react'

/**
 * Everything of the operator's that no screen waits for: their colours, logos, banners and ways to reach them. Once
 * a start, when the first screen can be used. `render` draws beside the app; what does not come is done without.
 */
export async function startOperator(render: (what: ReactElement, into: Element) => void): Promise<void> {
  try {
    const { showLook } = await import('./branding.tsx')
    showLook(render)
  } catch {
    // Without it every page still works.
  }
}
