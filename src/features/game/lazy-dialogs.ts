import { lazyComponent } from '../../ui/lazy-component.tsx'

/** The dialogs of the game, with what they are made of (Fluent). */
const chunk = async () => {
  const module = await import('./dialogs.chunk.ts')
  void module.preloadFluent()
  return module
}
export const loadDialog = lazyComponent(() => chunk().then(({ LoadDialog }) => LoadDialog))
export const leaveDialog = lazyComponent(() => chunk().then(({ LeaveDialog }) => LeaveDialog))
