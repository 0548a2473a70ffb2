import type { Locator } from '@playwright/test'

/** Types with the keyboard what replaces a field's text. Playwright's `fill` types nothing into an installed Firefox. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.clear()
  await field.pressSequentially(text)
}
