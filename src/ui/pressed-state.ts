let watched = false

/**
 * From now on a button that a finger or a pen is laid on looks pressed in the very next frame: `data-pressed`, beside
 * `:active`, which a browser puts off on a touch until it knows that no scroll begins. For as long as the page lives.
 */
export function startPressedState(): void {
  if (watched) return
  watched = true
  let pressed: HTMLElement | undefined
  const release = () => {
    delete pressed?.dataset.pressed
    pressed = undefined
  }
  const press = ({ target, pointerType, isPrimary }: PointerEvent) => {
    // A mouse has `:active` at once.
    if (pointerType === 'mouse' || !isPrimary) return
    release()
    pressed = (target instanceof Element && target.closest('button')) || undefined
    if (pressed) pressed.dataset.pressed = ''
  }
  addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
}
