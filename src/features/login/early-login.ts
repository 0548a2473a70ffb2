import { isLongEnough, type LoginField } from './login-fields.ts'

/**
 * Keeps the prerendered login in use until the app hydrates it: the button follows the fields, and a
 * submitted form is kept for main.tsx, which submits it again (`data-early`).
 */
export function startEarlyLogin(page: DOMStringMap): void {
  const on = (type: 'input' | 'submit', act: (event: Event, button: HTMLButtonElement) => void) =>
    addEventListener(type, (event) => {
      const button = document.querySelector<HTMLButtonElement>('[type=submit]')
      if (page.boot === 'login' && button) act(event, button)
    })
  on('input', (_, button) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('[minlength]')]
    const isShort = fields.some(({ name, value }) => !isLongEnough(name as LoginField, value))
    button.setAttribute('aria-disabled', `${isShort}`)
  })
  on('submit', (event, button) => {
    event.preventDefault()
    if (button.getAttribute('aria-disabled') === 'true') return
    page.early = 'true'
    button.setAttribute('aria-busy', 'true')
  })
}
