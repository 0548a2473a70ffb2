import { effect } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { watchFullScreen } from '../../../ui/full-screen.ts'
import { DIALOG } from '../../../ui/open-dialogs.ts'
import { field, setField } from './state.ts'
import { type Field, suppressSystemKeyboard, textFieldOf } from './text-input.ts'

/** Minimum space between the focused field and the keyboard, px. */
const MARGIN = 40

/**
 * The keyboard stays for this long after the focus has left the field, ms. The touch that moved the focus is
 * still in progress, and the page must not shift below the finger.
 */
const REST_MS = 200

/**
 * The field's dialog. The keyboard has to be inside it, because a modal dialog makes everything else inert.
 */
const dialogOf = (of: Field) => of.closest<HTMLElement>(DIALOG)

/** A browser without popovers shows the keyboard in its place in the page, and knows no `:popover-open`. */
const isShown = (host: HTMLElement) => 'popover' in HTMLElement.prototype && host.matches(':popover-open')

/** In full screen the page is in the top layer too: Chromium up to 150 draws it over an earlier popover. */
function raise(host: HTMLElement): void {
  if (!host.isConnected || !isShown(host)) return
  host.hidePopover()
  host.showPopover()
}

/**
 * Moves the keyboard into the field's dialog, or the body, and shows it as a popover: above everything, in
 * the top layer.
 */
function attach(host: HTMLElement, into: Field): void {
  const place = dialogOf(into) ?? document.body
  if (host.parentElement !== place) place.append(host)
  host.popover = 'manual'
  if (host.isConnected && !isShown(host)) host.showPopover?.()
}

/** Uncovers what the keyboard hides: scrolls the page to the field, or moves the field's whole dialog up. */
function scrollFieldIntoView(host: HTMLElement, into: Field): Dispose {
  const keys = host.firstElementChild
  // The layout's height: the rectangle of a keyboard that still rises is lower.
  const height = keys instanceof HTMLElement ? keys.offsetHeight : 0
  const limit = innerHeight - height - MARGIN
  const page = document.documentElement
  page.style.setProperty('--keyboard', `${height}px`)
  page.dataset.keyboard = ''
  if ((into.closest('.field') ?? into).getBoundingClientRect().bottom > limit)
    into.scrollIntoView({ block: 'center' })
  const sheet = dialogOf(into)
  if (sheet) {
    const { top, bottom } = sheet.getBoundingClientRect()
    const by = Math.min(bottom - limit, top - 8)
    if (by > 0) sheet.style.translate = `0 ${-by}px`
  }
  return () => {
    sheet?.style.removeProperty('translate')
  }
}

/**
 * Whether a focus or touch is on the field or on a control inside its box, such as a password's reveal
 * button.
 */
const isAbout = (of: Field, target: EventTarget | null) =>
  target instanceof Node && (of === target || (of.closest('.field-box')?.contains(target) ?? false))

/** Shows the keyboard in `host` while a text field has the focus. */
export function startKeyboard(host: HTMLElement): Dispose {
  const focus = ({ target }: Event) => {
    const into = textFieldOf(target)
    if (!into) return
    suppressSystemKeyboard(into)
    setField(into)
  }
  let rest: ReturnType<typeof setTimeout> | undefined
  const blur = () => {
    clearTimeout(rest)
    rest = setTimeout(() => {
      const now = field.peek()
      const at = document.activeElement
      // A control inside the field's box does not end the typing.
      if (now && !isAbout(now, at) && !textFieldOf(at)) setField(undefined)
    }, REST_MS)
  }
  const touch = (event: Event) => {
    const into = textFieldOf(event.target)
    if (into) suppressSystemKeyboard(into)
    // Touching a focused field again shows a keyboard that the player has closed.
    if (into && into === document.activeElement) setField(into)
    // A password's reveal button must not take the focus from the field.
    const now = field.peek()
    if (now && event.target !== now && isAbout(now, event.target)) event.preventDefault()
  }
  // A removed field fires no blur event.
  const watch = new MutationObserver(() => {
    const now = field.peek()
    if (now && !now.isConnected) setField(undefined)
  })
  const stop = effect(() => {
    const into = field.value
    if (!into) {
      watch.disconnect()
      if (host.isConnected && isShown(host)) host.hidePopover()
      document.body.append(host)
      delete document.documentElement.dataset.keyboard
      return undefined
    }
    attach(host, into)
    watch.observe(document.body, { childList: true, subtree: true })
    let back = () => {}
    // The keyboard has its size only after it is drawn.
    const frame = requestAnimationFrame(() => {
      back = scrollFieldIntoView(host, into)
    })
    return () => {
      cancelAnimationFrame(frame)
      back()
    }
  })
  document.addEventListener('focusin', focus)
  document.addEventListener('focusout', blur)
  document.addEventListener('pointerdown', touch, true)
  document.addEventListener('mousedown', touch, true)
  const stopRaising = watchFullScreen(() => raise(host))
  const already = document.activeElement
  if (already) focus({ target: already } as unknown as Event)
  return () => {
    stop()
    stopRaising()
    clearTimeout(rest)
    watch.disconnect()
    setField(undefined)
    document.removeEventListener('focusin', focus)
    document.removeEventListener('focusout', blur)
    document.removeEventListener('pointerdown', touch, true)
    document.removeEventListener('mousedown', touch, true)
  }
}
