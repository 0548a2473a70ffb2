import { useEffect, useLayoutEffect, useRef } from 'react'
import { count } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { closeOnBack } from '../../../ui/close-on-back.ts'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import frame from '../picture/PictureCard.module.css'
import { endTour, nextTourStep, offerTour, startTour, tourProgress, tourStep } from './state.ts'
import css from './Tour.module.css'

/** What the marked control does, in the strip over the game, on the side of that control where it can be. */
export function Tour() {
  useEffect(offerTour, [])
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !tourStep.peek()) return
      // The key closes that dialog.
      if (isDialogOpen('modal')) return
      event.preventDefault()
      endTour()
    }
    addEventListener('keydown', onEscape)
    return () => removeEventListener('keydown', onEscape)
  }, [])
  const card = useRef<HTMLElement>(null)
  const step = tourStep.value
  const isOpen = step !== undefined
  useEffect(() => (isOpen ? closeOnBack(endTour) : undefined), [isOpen])
  // It draws again only for the next step; the controls move when the screen is turned or resized.
  useLayoutEffect(() => {
    const { current } = card
    const strip = current?.parentElement
    if (!strip) return undefined
    const place = () => pointAtControl(current)
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(strip)
    watcher.observe(current)
    return () => watcher.disconnect()
  })
  if (!step) return null
  const { at, of } = tourProgress()
  return (
    <section
      ref={card}
      className={`${frame.frame} ${css.card}`}
      data-step={step}
      aria-label={t('tour.title')}
      data-testid="tour"
    >
      <p aria-live="polite">{t(`tour.step.${step}`, { load: t('game.load'), cashOut: t('game.cashOut') })}</p>
      <div className={css.actions}>
        <span className="figures">
          {count(at)}/{count(of)}
        </span>
        {at < of && <TransientButton onClick={endTour}>{t('tour.skip')}</TransientButton>}
        <TransientButton kind="primary" onClick={nextTourStep}>
          {t(at < of ? 'tour.next' : 'tour.done')}
        </TransientButton>
      </div>
    </section>
  )
}

/** Sets where the marked control is, for the card and its tip: px from the left edges of strip and card. */
function pointAtControl(card: HTMLElement): void {
  const marked = document.querySelector('[data-tour]')
  // A place without a box of its own: the button in it.
  const hasBox = marked && marked.getClientRects().length > 0
  const control = (hasBox ? marked : marked?.lastElementChild)?.getBoundingClientRect()
  const strip = card.parentElement?.getBoundingClientRect()
  if (!control || !strip) return
  const at = control.left + control.width / 2 - strip.left
  card.style.setProperty('--at', `${at}px`)
  card.style.setProperty('--tip', `${at - card.offsetLeft}px`)
}

/** Shows the tour again. `labelled`: with its name beside the icon; `onStart`: called before. */
export function TourButton({ labelled, onStart }: { labelled?: boolean; onStart?: () => void }) {
  const start = () => {
    onStart?.()
    startTour()
  }
  const label = t('tour.title')
  return (
    <Button square={!labelled} kind="quiet" aria-label={label} onClick={start}>
      <LineIcon d="M8.500 9a3.500 3.500 0 1 1 5.200 3c-1.200.700-1.700 1.300-1.700 2.500M12 18v.1" />
      {labelled && label}
    </Button>
  )
}
