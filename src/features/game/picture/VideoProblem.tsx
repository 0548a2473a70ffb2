import { useComputed } from '@preact/signals-react'
import { Code } from '../../../contract/codes.ts'
import type { Failure } from '../../../contract/result.ts'
import { clockDuration } from '../../../i18n/clock-duration.ts'
import { codeText, loadCodeTexts, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { playerCredit } from '../cabinet/state.ts'
import { reopenVideo } from '../play/game-visit.ts'
import { type PictureProblem, pictureFailure, pictureProblem, pictureRetrySeconds } from '../video/state.ts'
import css from './VideoProblem.module.css'

void loadCodeTexts()

/** The server's own words: its code's text, else its message. */
const serverText = ({ code, params, message }: Failure) => codeText(code, params) ?? message

/** What went wrong, in the player's language. */
function problemText(problem: PictureProblem): string {
  if (typeof problem === 'string') return t(`picture.${problem}`)
  const { category, status } = problem
  // An accepted offer without a frame is no network failure of the player's alone.
  const kind = category === 'network' && status ? 'noFrames' : category
  return serverText(problem) || t(`picture.${kind}`)
}

interface Props {
  /** Leaves the machine, after the question about the credit on it. */
  onLeave: () => void
}

/** Why there is no picture, with "Try again" or the time until the next attempt, and the way out. */
export function VideoProblem({ onLeave }: Props) {
  const problem = pictureProblem.value
  return (
    <div className={css.problem} data-testid={problem ? 'picture-problem' : 'picture-retry'}>
      {problem ? <Problem problem={problem} /> : <Countdown />}
      {(playerCredit.value ?? 0) > 0 && <p>{t('picture.credit')}</p>}
      <div className={css.ways}>
        {problem && (
          <TransientButton kind="primary" onClick={reopenVideo}>
            {t('app.retry')}
          </TransientButton>
        )}
        <Button onClick={onLeave}>{t('picture.other')}</Button>
      </div>
    </div>
  )
}

function Problem({ problem }: { problem: PictureProblem }) {
  return (
    <div role="alert">
      <h2>{t('picture.title')}</h2>
      <p>
        <bdi>{problemText(problem)}</bdi>
      </p>
    </div>
  )
}

function Countdown() {
  const time = useComputed(() => clockDuration(pictureRetrySeconds.value ?? 0))
  const failure = pictureFailure.value
  // Its text sends the player away, but this server wants to be asked again.
  const reason = failure && failure.code !== Code.pipelineFailed && serverText(failure)
  return (
    <div>
      <div role="status">
        <h2>
          <bdi>{reason || t('picture.wait')}</bdi>
        </h2>
      </div>
      <p role="timer">
        {t('picture.retryIn')} <bdi className="figures">{time}</bdi>
      </p>
    </div>
  )
}
