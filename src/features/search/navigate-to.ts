import { navigate } from 'wouter/use-browser-location'
import type { Entry } from './rank.ts'

/** Leads to an entry; into a tab of its own where it is no page of the app, or where the player wants one. */
export function navigateTo({ url, item }: Entry, newTab: boolean): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  if (item?.type !== 'link' && !newTab) {
    navigate(url)
    return
  }
  const link = document.createElement('a')
  link.href = url
  link.target = (!newTab && item?.type === 'link' && item.target) || '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
