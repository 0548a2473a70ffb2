/**
 * How long a closed dialog still covers the page, ms: the second of two taps or presses must not reach what
 * was below it.
 */
export const COVER_MS = 450

const PRESS_KEYS: readonly unknown[] = ['Enter', ' ']
const isPressKey = (event: Event) => event instanceof KeyboardEvent && PRESS_KEYS.includes(event.key)

/** Whether the last input was a press of the pointer or of a key that presses a button. */
let isPressed = false
for (const type of ['pointerdown', 'keydown'])
  addEventListener(
    type,
    (event) => {
      isPressed = type === 'pointerdown' || isPressKey(event)
    },
    true,
  )

/** Covers the page for `COVER_MS` after a dialog that a press has closed. */
export function coverPage(): void {
  if (!isPressed) return
  const cover = document.body.appendChild(document.createElement('div'))
  cover.dataset.cover = ''
  // Above Fluent's dialogs (fluent.css): one that opens meanwhile must not be answered unread either.
  cover.style.cssText = 'position:fixed;inset:0;z-index:1000001'
  // The focus stays where the dialog has returned it.
  cover.onmousedown = (event) => event.preventDefault()
  const swallow = (event: Event) => {
    if (!isPressKey(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', swallow, true)
  setTimeout(() => {
    cover.remove()
    removeEventListener('keydown', swallow, true)
  }, COVER_MS)
}
