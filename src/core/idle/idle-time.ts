const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

let last = performance.now()
const touch = () => {
  last = performance.now()
}

/** Notes when somebody touches the page. The answer ends it. */
export function watchTouches(): () => void {
  for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true })
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true })
  }
}

/** For how long nobody has touched the page, ms. */
export const untouchedFor = (): number => performance.now() - last
