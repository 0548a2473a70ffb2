import {
  Button,
  Field,
  FluentProvider,
  Input,
  makeStyles,
  Title1,
  tokens,
  webDarkTheme,
} from '@fluentui/react-components'
import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'

const useStyles = makeStyles({
  page: { minHeight: '100vh', display: 'grid', placeContent: 'center', padding: tokens.spacingHorizontalXXL },
  form: { display: 'grid', gap: tokens.spacingVerticalL, width: '300px' },
  languages: { display: 'flex', justifyContent: 'end' },
})

const TEXTS = {
  tr: {
    title: 'Giriş',
    username: 'Kullanıcı adı',
    password: 'Parola',
    submit: 'Giriş yap',
    short: 'En az 4 karakter',
  },
  en: {
    title: 'Log in',
    username: 'User name',
    password: 'Password',
    submit: 'Log in',
    short: 'At least 4 characters',
  },
}

function LoginPage() {
  const styles = useStyles()
  const [language, setLanguage] = useState<keyof typeof TEXTS>('tr')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const text = TEXTS[language]
  const short = (value: string) => (value.length > 0 && value.length < 4 ? text.short : null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await fetch('/api/login', { method: 'POST', body: JSON.stringify({ username, password }) })
    setBusy(false)
  }
  return (
    <div className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.languages}>
          <Button appearance="subtle" onClick={() => setLanguage(language === 'tr' ? 'en' : 'tr')}>
            {language === 'tr' ? 'EN' : 'TR'}
          </Button>
        </div>
        <Title1>{text.title}</Title1>
        <Field label={text.username} validationMessage={short(username)}>
          <Input name="username" value={username} onChange={(_, data) => setUsername(data.value)} />
        </Field>
        <Field label={text.password} validationMessage={short(password)}>
          <Input
            name="password"
            type="password"
            value={password}
            onChange={(_, data) => setPassword(data.value)}
          />
        </Field>
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabled={busy || username.length < 4 || password.length < 4}
        >
          {text.submit}
        </Button>
      </form>
    </div>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <FluentProvider theme={webDarkTheme}>
      <LoginPage />
    </FluentProvider>,
  )
}
