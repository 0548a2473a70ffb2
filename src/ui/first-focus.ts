const FOCUSABLE = ':is(input, textarea, button):not(:disabled), a[href], [tabindex="0"]'
const TEXT_FIELD = 'textarea, input:not([type=radio], [type=checkbox], [role=switch])'

/**
 * Whether a dialog starts with a text field, which then has the dialog's first focus. Every other dialog has
 * it itself: a key that was meant for the page presses nothing, and no button has a ring before the first
 * Tab.
 */
export function startsWithField(dialog: Element): boolean {
  return dialog.querySelector(FOCUSABLE)?.matches(TEXT_FIELD) === true
}

/** Opens a native dialog. Browsers focus its first control, even where the dialog has `autofocus` itself. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  if (!startsWithField(dialog)) dialog.focus()
}
