export type Field = HTMLInputElement | HTMLTextAreaElement

const TEXTS = /^(text|password|search|email|tel|url|number|)$/

/**
 * The event's target, if it is an enabled text field. A field with `inputmode="none"` has keys of its own in
 * the page.
 */
export function textFieldOf(target: EventTarget | null): Field | undefined {
  if (!(target instanceof HTMLTextAreaElement) && !(target instanceof HTMLInputElement)) return undefined
  if (target instanceof HTMLInputElement && !TEXTS.test(target.type)) return undefined
  if (target.readOnly || target.disabled) return undefined
  return target.inputMode === 'none' && !target.dataset.keys ? undefined : target
}

/**
 * Suppresses the system's keyboard. The field's own `inputmode` or type is kept in `data-keys`, which selects
 * the layout.
 */
export function suppressSystemKeyboard(field: Field): void {
  if (field.dataset.keys) return
  field.dataset.keys = field.inputMode || (field.type === 'number' ? 'decimal' : field.type) || 'text'
  field.inputMode = 'none'
}

export const isNumericField = (field: Field): boolean =>
  /^(decimal|numeric|tel)$/.test(field.dataset.keys ?? '')

/** The selection. Fields without one (types email and number) report their end. */
function selectionOf({ selectionStart, selectionEnd, value }: Field): [from: number, to: number] {
  return selectionStart === null
    ? [value.length, value.length]
    : [selectionStart, selectionEnd ?? selectionStart]
}

/** Replaces a range and fires the browser's input events; a cancelled `beforeinput` prevents it. */
function replaceRange(field: Field, text: string, from: number, to: number, inputType: string): void {
  const how = { bubbles: true, composed: true, inputType, data: text || null }
  if (!field.dispatchEvent(new InputEvent('beforeinput', { ...how, cancelable: true }))) return
  if (field.selectionStart === null) field.value = field.value.slice(0, from) + text + field.value.slice(to)
  else {
    field.setRangeText(text, from, to, 'end')
    field.setSelectionRange(from + text.length, from + text.length)
  }
  field.dispatchEvent(new InputEvent('input', how))
}

/** Replaces the selection with as much of `text` as `maxLength` permits. */
export function typeText(field: Field, text: string): void {
  const [from, to] = selectionOf(field)
  const most = field.maxLength < 0 ? Number.POSITIVE_INFINITY : field.maxLength
  const room = Math.max(0, most - (field.value.length - (to - from)))
  const letters = text.slice(0, room)
  if (letters) replaceRange(field, letters, from, to, 'insertText')
}

/** Deletes the selection, else the grapheme before the caret, which may consist of several code units. */
export function deleteBack(field: Field): void {
  const [from, to] = selectionOf(field)
  if (to === 0) return
  const last = [...new Intl.Segmenter().segment(field.value.slice(0, from))].at(-1)?.segment.length ?? 0
  replaceRange(field, '', from === to ? from - last : from, to, 'deleteContentBackward')
}

/** Moves the caret by one character, `left` or `right` on the screen. */
export function moveCaret(field: Field, to: 'left' | 'right'): void {
  if (field.selectionStart === null) return
  const [from, end] = selectionOf(field)
  const ahead = (to === 'right') === (getComputedStyle(field).direction !== 'rtl')
  const at = from === end ? from + (ahead ? 1 : -1) : ahead ? end : from
  const next = Math.min(Math.max(at, 0), field.value.length)
  field.setSelectionRange(next, next)
}

/** The next text field of the form. */
function nextField(field: Field): Field | undefined {
  const all = [...(field.form?.elements ?? [])].filter((one) => one === field || textFieldOf(one)) as Field[]
  return all[all.indexOf(field) + 1]
}

/** With a next field, Enter focuses that field and does not submit the form. */
export const hasNextField = (field: Field): boolean => nextField(field) !== undefined

/**
 * Presses Enter: a handler of the page takes precedence; else the next field gets the focus, or the form is
 * submitted unless its button is disabled. Returns whether typing is finished.
 */
export function pressEnter(field: Field): boolean {
  const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true, composed: true }
  const free = field.dispatchEvent(new KeyboardEvent('keydown', key))
  field.dispatchEvent(new KeyboardEvent('keyup', key))
  if (!free) return true
  const next = nextField(field)
  if (next) {
    next.focus()
    return false
  }
  const button = field.form?.querySelector<HTMLButtonElement>('[type=submit]')
  if (button?.getAttribute('aria-disabled') === 'true') return false
  field.form?.requestSubmit(button)
  return true
}
