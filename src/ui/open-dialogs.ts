/** Native dialogs, and those that are windows by their role; not every one of them is modal. */
export const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]'
const MODAL = 'dialog[open], [aria-modal=true]'

/** Whether a dialog is open over the page; `modal`: one that keeps the rest of the page from being used. */
export function isDialogOpen(kind: 'any' | 'modal' = 'any'): boolean {
  return document.querySelector(kind === 'modal' ? MODAL : DIALOG) !== null
}
