/** Native dialogs, and those that are windows by their role; not every one of them is modal. */
export const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]'
const NATIVE = 'dialog[open]'
const SELECTORS = { any: DIALOG, modal: `${NATIVE}, [aria-modal=true]`, native: NATIVE }

/**
 * Whether a dialog is open over the page; `modal`: one that keeps the rest of the page from being used; `native`: a
 * `<dialog>`, which lies above all others.
 */
export function isDialogOpen(kind: keyof typeof SELECTORS = 'any'): boolean {
  return document.querySelector(SELECTORS[kind]) !== null
}
