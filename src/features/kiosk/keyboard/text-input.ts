/** Fields that take a text. */
export type Field = HTMLInputElement | HTMLTextAreaElement

const TEXTS = /^(text|password|search|email|tel|url|number|)$/

/** The event's field, if it takes text and has no keys of its own. */
export function textFieldOf(target: EventTarget | null): Field | undefined {
  if (!(target instanceof HTMLTextAreaElement) && !(target instanceof HTMLInputElement)) return undefined
  if (target instanceof HTMLInputElement && !TEXTS.test(target.type)) return undefined
  if (target.readOnly || target.disabled) return undefined
  return target.inputMode === 'none' && !target.dataset.keys ? undefined : target
}

/** Keeps the system's own keyboard away; what the field asked for is kept, because it says which keys it wants. */
export function suppressSystemKeyboard(field: Field): void {
  if (field.dataset.keys) return
  field.dataset.keys = field.inputMode || (field.type === 'number' ? 'decimal' : field.type) || 'text'
  field.inputMode = 'none'
}

/** Does it want digits alone? */
export const isNumericField = (field: Field): boolean =>
  /^(decimal|numeric|tel)$/.test(field.dataset.keys ?? '')

/** From where to where the text is marked; the end where the browser does not tell (mail addresses, numbers). */
function selectionOf({ selectionStart, selectionEnd, value }: Field): [from: number, to: number] {
  return selectionStart === null
    ? [value.length, value.length]
    : [selectionStart, selectionEnd ?? selectionStart]
}

/** Puts `text` in place of what lies between, and tells the page as a browser does. */
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

/** Types a text where the caret is, as much of it as the field still holds. */
export function typeText(field: Field, text: string): void {
  const [from, to] = selectionOf(field)
  const most = field.maxLength < 0 ? Number.POSITIVE_INFINITY : field.maxLength
  const room = Math.max(0, most - (field.value.length - (to - from)))
  const letters = text.slice(0, room)
  if (letters) replaceRange(field, letters, from, to, 'insertText')
}

/** Takes away what is marked, else the letter before the caret: the whole of it, however it is made up. */
export function deleteBack(field: Field): void {
  const [from, to] = selectionOf(field)
  if (to === 0) return
  const last = [...new Intl.Segmenter().segment(field.value.slice(0, from))].at(-1)?.segment.length ?? 0
  replaceRange(field, '', from === to ? from - last : from, to, 'deleteContentBackward')
}

/** Moves the caret by one letter, as it is seen. */
export function moveCaret(field: Field, to: 'left' | 'right'): void {
  if (field.selectionStart === null) return
  const [from, end] = selectionOf(field)
  const ahead = (to === 'right') === (getComputedStyle(field).direction !== 'rtl')
  const at = from === end ? from + (ahead ? 1 : -1) : ahead ? end : from
  const next = Math.min(Math.max(at, 0), field.value.length)
  field.setSelectionRange(next, next)
}

/** The text fields of a form after this one. */
function nextField(field: Field): Field | undefined {
  const all = [...(field.form?.elements ?? [])].filter((one) => one === field || textFieldOf(one)) as Field[]
  return all[all.indexOf(field) + 1]
}

/** Is there another field to go to? Then Enter goes there, instead of sending the form. */
export const hasNextField = (field: Field): boolean => nextField(field) !== undefined

/**
 * Enter, as from a keyboard: who listens for the key has it; else on to the next field, or the form is sent, if its
 * button may be pressed. Gives whether the keyboard has done its work.
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
  if (button?.disabled) return false
  field.form?.requestSubmit(button)
  return true
}
