/** Native dialogs, and elements with the role of a dialog; not all of them are modal. */
export const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]'
const NATIVE = 'dialog[open]'
const SELECTORS = { any: DIALOG, modal: `${NATIVE}, [aria-modal=true]`, native: NATIVE }

/**
 * Whether a dialog is open; `modal`: one that makes the page inert; `native`: a `<dialog>`, which is above
 * all others.
 */
export function isDialogOpen(kind: keyof typeof SELECTORS = 'any'): boolean {
  return document.querySelector(SELECTORS[kind]) !== null
}
