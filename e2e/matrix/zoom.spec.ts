import { expect, test } from '../fixtures/test.ts'
import { SCENES } from '../scenes/scenes.ts'
import { openScene } from './open-scene.ts'

/*
 * A desktop's window of 1280x1024 at 400 % zoom: every control of a scene can be scrolled to and receives a
 * click there, and nothing scrolls sideways.
 */

/** Scenes that have a layout of their own. The others show further states of these. */
const LAYOUTS =
  /^(login|lock|lobby(-layout[23])?|machines(-filters)?|busy|menu|search|stars|wallet|information|profile|limits-change|sessions|transactions|extras-(chat|quick)|game-(tour|load|autoplay|side-(rules|settings)|quality|leave|receipt|no-picture|win-huge|reality-check|cabinet-(two-rows|hand-pay))|reconnect|held)$/

test.use({ viewport: { width: 320, height: 256 } })
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

for (const scene of SCENES.filter(({ name }) => LAYOUTS.test(name))) {
  test(`${scene.name}: every control can be clicked`, async ({ page, guard, platform, player, account }) => {
    await openScene(scene, 'tr', { page, guard, platform, player, account })
    await expect.poll(() => page.evaluate(findUnreachable)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

/**
 * Scrolls to each enabled control, and describes those that a click in their middle misses. Runs in the page.
 */
function findUnreachable(): string[] {
  // A receipt is a button itself, which any touch closes.
  const receipt = document.querySelector<HTMLElement>('[data-testid=receipt]')
  const open = [...document.querySelectorAll(':modal, :popover-open, [aria-modal=true]')].at(-1)
  const controls = receipt
    ? [receipt]
    : (open ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, [role=tab], [role=option]',
      )
  const faults: string[] = []
  for (const control of controls) {
    const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    // A label takes the clicks of a radio button that it draws.
    const target = control.matches('[type=radio], [type=checkbox]')
      ? (control.closest('label') ?? control)
      : control
    if (
      !isShown ||
      control.matches(':disabled, [aria-disabled=true], [aria-hidden=true]') ||
      control.closest('[inert]')
    )
      continue
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [box] = target.getClientRects()
    // The button that skips to the content is shown by the focus.
    if (!box || box.width < 2 || control.matches('[class*=skip]')) continue
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (!hit || !target.contains(hit))
      faults.push(`${control.outerHTML.slice(0, 100)} under ${hit?.outerHTML.slice(0, 80)}`)
  }
  scrollTo({ top: 0, behavior: 'instant' })
  return faults
}
