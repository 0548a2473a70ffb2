import { expect, test } from '../fixtures/test.ts'
import { SearchBox } from '../pages/search-box.ts'

test('on a phone with a notch the title of the shortcuts is read below it', async ({
  page,
  context,
  openSignedIn,
}) => {
  await openSignedIn()
  const search = new SearchBox(page)
  await search.showShortcuts()
  await search.openStars()
  await expect(search.stars).toBeVisible()
  const device = await context.newCDPSession(page)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 59 } })
  const topOfTitle = () =>
    search.stars.getByRole('heading').evaluate((heading) => {
      const range = document.createRange()
      range.selectNodeContents(heading)
      return range.getBoundingClientRect().top
    })
  await expect.poll(topOfTitle).toBeGreaterThanOrEqual(59)
})
