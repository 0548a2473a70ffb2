/**
 * Runs in a page: types into the login's form as soon as it exists, and keeps in `marks.usable` when the
 * submit button is enabled, in ms since the navigation. The same probe runs in every compared build.
 */
export function probeLogin() {
  const marks: Record<string, number> = Reflect.get(window, 'marks') ?? {}
  Reflect.set(window, 'marks', marks)
  const type = (input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'amber-otter')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const poll = () => {
    const [name, password] = document.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox])')
    const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')
    if (name && password && button) {
      type(name)
      type(password)
      if (!button.disabled && button.ariaDisabled !== 'true') marks.usable = performance.now()
    }
    if (marks.usable === undefined) setTimeout(poll, 16)
  }
  poll()
}
