import { hasPage } from '../../net/page-exists.ts'

/** Can this page be shown? A frame itself does not tell, nor say in a player's words that it can not. */
export function pageExists(path: string): Promise<boolean> {
  return hasPage(path)
}
