import type { Locator } from '@playwright/test'

/** Replaces a field's text by typing. Playwright's `fill` types nothing into an installed Firefox. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.clear()
  await field.pressSequentially(text)
}
