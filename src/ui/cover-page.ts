/**
 * How long a closed dialog still covers the page, ms: the second of two taps or presses must not reach what
 * was below it.
 */
export const COVER_MS = 450
/** A dialog that closes later than this after a press was not closed by it, ms. */
const MAX_PRESS_AGE_MS = 1000

const PRESS_KEYS: readonly unknown[] = ['Enter', ' ']
const isPressKey = (event: Event): event is KeyboardEvent =>
  event instanceof KeyboardEvent && PRESS_KEYS.includes(event.key)

/** When the last input was a press of the pointer or of a key that presses a button; else long ago. */
let pressedAt = Number.NEGATIVE_INFINITY
/** The dialog in which that press was. */
let pressed: Element | null = null
const press = () => {
  pressedAt = performance.now()
}
/** A command that a press has started closes the dialog when it ends, which may be much later. */
const commands = new MutationObserver(press)
for (const type of ['pointerdown', 'keydown'])
  addEventListener(
    type,
    (event) => {
      commands.disconnect()
      pressed = null
      pressedAt = Number.NEGATIVE_INFINITY
      if (type !== 'pointerdown' && !isPressKey(event)) return
      press()
      pressed = event.target instanceof Element ? event.target.closest('dialog, [role$=dialog]') : null
      if (pressed) commands.observe(pressed, { subtree: true, attributeFilter: ['aria-busy'] })
    },
    true,
  )

/** Covers the page for `COVER_MS` after a dialog that a press, or the command of a press, has closed. */
export function coverPage(): void {
  const isPending = pressed?.querySelector('[aria-busy=true]')
  if (!isPending && performance.now() - pressedAt >= MAX_PRESS_AGE_MS) return
  // Each command closes one dialog.
  pressed = null
  const cover = document.body.appendChild(document.createElement('div'))
  cover.dataset.cover = ''
  // Above Fluent's dialogs (fluent.css): one that opens meanwhile must not be answered unread either.
  cover.style.cssText = 'position:fixed;inset:0;z-index:1000001'
  // The focus stays where the dialog has returned it.
  cover.onmousedown = (event) => event.preventDefault()
  const swallow = (event: Event) => {
    if (!isPressKey(event)) return
    // A key that is held since then presses nothing until it is released.
    if (!cover.isConnected && !event.repeat) {
      removeEventListener('keydown', swallow, true)
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', swallow, true)
  setTimeout(() => cover.remove(), COVER_MS)
}
