import { encode } from 'uqr'
import { failureText, t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageDialog } from '../../../ui/PageDialog.tsx'
import { closePhoneLogin, openPhoneLogin } from './actions.ts'
import css from './PhoneLogin.module.css'
import { phoneLogin } from './state.ts'

/** Light modules around the picture, which the standard requires. */
const BORDER = 4

/** A QR picture as one path: a square of one unit for each dark module. */
function QrPicture({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('phone-login.picture')}>
      <path d={path.join('')} />
    </svg>
  )
}

/** The code, its QR picture and the rest of its time, or why there is none. */
export function PhoneLoginDialog() {
  const now = phoneLogin.value
  return (
    <PageDialog title={t('phone-login.title')} onClose={closePhoneLogin}>
      <div className={css.body} data-testid="phone-login">
        {now.status === 'loading' && <p role="status">{t('phone-login.loading')}</p>}
        {now.status === 'shown' && <Shown code={now.code} left={now.left} />}
        {(now.status === 'ended' || now.status === 'failed') && (
          <>
            <p role="status">
              {now.status === 'failed' ? failureText(now.failure) : t(`phone-login.${now.why}`)}
            </p>
            <Button kind="primary" onClick={openPhoneLogin}>
              {t('phone-login.again')}
            </Button>
          </>
        )}
      </div>
    </PageDialog>
  )
}

function Shown({ code, left }: { code: string; left: number }) {
  const { origin, host } = location
  return (
    <>
      <p>{t('phone-login.lead')}</p>
      {/* Behind the hash, so that the code is in no request and no log. */}
      <QrPicture text={`${origin}/profile/link#${code}`} />
      <p>
        {t('phone-login.type')}{' '}
        <strong dir="ltr" className={css.address}>
          {host}/profile/link
        </strong>
      </p>
      <p className={css.code} dir="ltr" data-testid="link-code">
        {code.replace(/^(.{4})(.{4})$/, '$1-$2')}
      </p>
      <p className={css.left} aria-hidden="true">
        {plural('phone-login.left', left)}
      </p>
    </>
  )
}
