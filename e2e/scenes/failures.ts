import { Code } from '../../src/contract/codes.ts'
import { text } from '../fixtures/texts.ts'
import type { Stage } from './scene.ts'

/** Requests to this API path stay pending, or get the given response. */
export const stubCall =
  (path: string, response?: { status?: number; json?: unknown }) =>
  ({ context }: Stage) =>
    context.route(`**/api${path}`, (route) => (response ? route.fulfill(response) : undefined))

/** The answer of a platform that failed. */
export const FAILED = { status: 500, json: { code: Code.serverError, ErrorMessage: 'x' } }

/** Cuts the network of the page, and resolves when the lobby says so. */
export const loseConnection = async ({ page, context, language }: Stage) => {
  await page.getByLabel(text(language, 'frame.balance'), { exact: true }).waitFor()
  await context.setOffline(true)
  await page.locator('main [data-lost]').waitFor()
}
