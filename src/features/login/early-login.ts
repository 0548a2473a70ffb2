import { isLongEnough, type LoginField } from './login-fields.ts'

/**
 * Keeps the prerendered login in use until the app hydrates it: the button follows the fields, the language
 * and the password are switched, and a submitted form is kept for main.tsx, which submits it again
 * (`data-early`).
 */
export function startEarlyLogin(page: DOMStringMap, switchLanguage: (language: string) => void): void {
  const on = (type: 'input' | 'click' | 'submit', act: (event: Event, button: HTMLButtonElement) => void) =>
    addEventListener(type, (event) => {
      const button = document.querySelector<HTMLButtonElement>('[type=submit]')
      if (page.boot === 'login' && button) act(event, button)
    })
  on('input', (_, button) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('[minlength]')]
    const isShort = fields.some(({ name, value }) => !isLongEnough(name as LoginField, value))
    button.setAttribute('aria-disabled', `${isShort}`)
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
    if (button.getAttribute('aria-disabled') === 'true') return
    page.early = 'true'
    button.setAttribute('aria-busy', 'true')
  })
}
