import { type ReadonlySignal, signal } from '@preact/signals-react'

const help = signal(false)

/** Is the list of keys open? */
export const helpShown: ReadonlySignal<boolean> = help

export function showHelp(shown: boolean): void {
  help.value = shown
}
