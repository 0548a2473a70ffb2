let watched = false

/**
 * Marks a button as pressed (`data-pressed`) in the next frame after a touch, for as long as the page lives.
 * On touch, browsers delay `:active` until they know that no scroll begins.
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
    // `:active` is immediate with a mouse.
    if (pointerType === 'mouse' || !isPrimary) return
    release()
    pressed = (target instanceof Element && target.closest('button')) || undefined
    if (pressed) pressed.dataset.pressed = ''
  }
  addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
}
