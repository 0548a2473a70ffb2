import { effect } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { DIALOG } from '../../../ui/open-dialogs.ts'
import { field, setField } from './state.ts'
import { type Field, suppressSystemKeyboard, textFieldOf } from './text-input.ts'

/** So much is seen of the page below a field that is typed into, px. */
const MARGIN = 40

/**
 * The keys stay so long after the focus is gone, ms: the touch that took it away is still going to press something,
 * which must not move from under the finger.
 */
const REST_MS = 200

/** The window that a field is in: with it the keyboard has to be, because all else can not be touched meanwhile. */
const dialogOf = (of: Field) => of.closest<HTMLElement>(DIALOG)

/** Stands the keyboard where the field is, above everything: in the browser's top layer. */
function attach(host: HTMLElement, into: Field): void {
  const place = dialogOf(into) ?? document.body
  if (host.parentElement !== place) place.append(host)
  host.popover = 'manual'
  if (host.isConnected && !host.matches(':popover-open')) host.showPopover?.()
}

/** Brings a field out from under the keyboard: by scrolling, else by moving the window it is in. */
function scrollFieldIntoView(host: HTMLElement, into: Field): Dispose {
  const top = () => host.firstElementChild?.getBoundingClientRect().top ?? innerHeight
  const box = () => (into.closest('.field') ?? into).getBoundingClientRect()
  const covered = () => box().bottom + MARGIN - top()
  const page = document.documentElement
  page.style.setProperty('--keyboard', `${Math.max(0, innerHeight - top())}px`)
  page.dataset.keyboard = ''
  if (covered() > 0) into.scrollIntoView({ block: 'center' })
  const sheet = dialogOf(into)
  const by = sheet ? Math.min(covered(), Math.max(0, sheet.getBoundingClientRect().top - 8)) : 0
  if (sheet && by > 0) sheet.style.translate = `0 ${-by}px`
  return () => {
    sheet?.style.removeProperty('translate')
  }
}

/** Is the focus, or the touch that is about to move it, still about this field: on it, or on a control inside its box? */
const isAbout = (of: Field, target: EventTarget | null) =>
  target instanceof Node && (of === target || (of.closest('.field-box')?.contains(target) ?? false))

/**
 * Brings the keyboard for whichever text field has the focus, with its keys in `host`, and takes it away with the
 * focus. Gives a way to stop.
 */
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
      // A control beside the text does not end the typing.
      if (now && !isAbout(now, at) && !textFieldOf(at)) setField(undefined)
    }, REST_MS)
  }
  const touch = (event: Event) => {
    const into = textFieldOf(event.target)
    if (into) suppressSystemKeyboard(into)
    // A second touch brings back what was put away.
    if (into && into === document.activeElement) setField(into)
    // The eye beside a password leaves the focus in the field.
    const now = field.peek()
    if (now && event.target !== now && isAbout(now, event.target)) event.preventDefault()
  }
  // A field that is taken out of the page says nothing of it.
  const watch = new MutationObserver(() => {
    const now = field.peek()
    if (now && !now.isConnected) setField(undefined)
  })
  const stop = effect(() => {
    const into = field.value
    if (!into) {
      watch.disconnect()
      if (host.isConnected && host.matches(':popover-open')) host.hidePopover?.()
      document.body.append(host)
      delete document.documentElement.dataset.keyboard
      return undefined
    }
    attach(host, into)
    watch.observe(document.body, { childList: true, subtree: true })
    let back = () => {}
    // Once the keys are drawn.
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
  const already = document.activeElement
  if (already) focus({ target: already } as unknown as Event)
  return () => {
    stop()
    clearTimeout(rest)
    watch.disconnect()
    setField(undefined)
    document.removeEventListener('focusin', focus)
    document.removeEventListener('focusout', blur)
    document.removeEventListener('pointerdown', touch, true)
    document.removeEventListener('mousedown', touch, true)
  }
}
