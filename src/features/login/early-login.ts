import { isLongEnough, type LoginField } from './login-fields.ts'

/**
 * Keeps the prerendered login in use until the app hydrates it: the button follows the fields, the language
 * and the password are switched, and a press of the button is kept for main.tsx, which repeats it
 * (`data-early`): the app submits the form, or names what is missing.
 */
export function startEarlyLogin(page: DOMStringMap, switchLanguage: (language: string) => void): void {
  const on = (type: 'input' | 'click' | 'submit', act: (event: Event, button: HTMLButtonElement) => void) =>
    addEventListener(type, (event) => {
      const button = document.querySelector<HTMLButtonElement>('[type=submit]')
      if (page.boot === 'login' && button) act(event, button)
    })
  const findShort = () =>
    [...document.querySelectorAll<HTMLInputElement>('[minlength]')].find(
      ({ name, value }) => !isLongEnough(name as LoginField, value),
    )
  on('input', (_, button) => {
    button.setAttribute('aria-disabled', `${!!findShort()}`)
    // What was missing may be there by now, but nobody has submitted it.
    if (!button.hasAttribute('aria-busy')) delete page.early
  })
  on('click', ({ target }) => {
    const toggle = (target as Element).closest<HTMLButtonElement>('[aria-pressed]')
    if (!toggle) return
    if (toggle.lang) {
      switchLanguage(toggle.lang)
      return
    }
    const password = toggle.previousElementSibling as HTMLInputElement
    const isShown = password.type === 'password'
    password.type = isShown ? 'text' : 'password'
    toggle.setAttribute('aria-pressed', `${isShown}`)
  })
  on('submit', (event, button) => {
    event.preventDefault()
    page.early = 'true'
    const short = findShort()
    if (short) short.focus()
    else button.setAttribute('aria-busy', 'true')
  })
}
