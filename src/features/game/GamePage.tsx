import { effect, type Signal, untracked, useSignal, useSignalEffect } from '@preact/signals-react'
import { useCallback, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import type { InfoPush } from '../../contract/live.ts'
import type { Dispose } from '../../contract/result.ts'
import { loadVolume } from '../../core/audio/sound.ts'
import { hasHandPay, setPageReady } from '../../core/connection/state.ts'
import { whenJoined } from '../../core/connection/when-ready.ts'
import { enqueueMessage, queuedNotices } from '../../core/notices/queue.ts'
import { settings } from '../../core/settings/settings.ts'
import { failureText, loadCodeTexts, t } from '../../i18n/index.ts'
import { LazyDialog } from '../../ui/LazyDialog.tsx'
import { loadedOf } from '../../ui/lazy.tsx'
import { fetchBalance } from '../wallet/actions.ts'
import { balance } from '../wallet/state.ts'
import { Controls } from './Controls.tsx'
import css from './GamePage.module.css'
import {
  Ambient,
  AutoplayButton,
  Clock,
  LateLayers,
  lateParts,
  leaveDialog,
  loadDialog,
  QuickTools,
  Strip,
  Topper,
  ViewPicker,
} from './late.tsx'
import { VideoPlayer } from './picture/VideoPlayer.tsx'
import { leave } from './play/actions.ts'
import { joinGame } from './play/game-visit.ts'
import { setLastInteraction } from './play/last-interaction.ts'
import { Meters } from './play/Meters.tsx'
import { cashOutWithReceipt, confirmCashOut } from './play/play-with-feedback.ts'
import {
  credit,
  type ExitReason,
  exit,
  freeSpins,
  game,
  isCashedOut,
  isStateless,
  link,
  resetGame,
} from './play/state.ts'
import { chooseBand } from './play/view-state.ts'
import { loadSecondWave } from './second-wave.ts'
import { TopBar } from './TopBar.tsx'
import { picture } from './video/state.ts'

type Props = { gameId: string; name: string }
type OpenDialog = 'load' | 'leave' | undefined

/** The page of a machine: video, meters and controls. */
export function GamePage({ gameId, name }: Props) {
  const [, navigate] = useLocation()
  const dialog = useSignal<OpenDialog>(undefined)
  const openDialog = useCallback(
    (which: OpenDialog) => {
      dialog.value = which
    },
    [dialog],
  )

  useEffect(() => {
    const stop = effect(() => {
      if (picture.value === 'live' || exit.value || queuedNotices.value.length > 0) {
        setPageReady()
        // No first picture needs them.
        void loadCodeTexts()
      }
      if (link.value === 'up' && picture.value === 'live') void loadedOf(lateParts)?.prepareDialogs()
    })
    const stopLater = loadSecondWave()
    return () => {
      stop()
      stopLater()
    }
  }, [])

  useSignalEffect(() => {
    const reason = exit.value
    if (!reason) return
    untracked(() => {
      if (reason.kind === 'left') confirmCashOut()
      else enqueueMessage(exitNotice(reason))
      navigate('/lobby', { replace: true })
    })
  })

  const requestLeave = () => {
    // A machine that reports no state may hold credit, unless it has just been cashed out.
    const asks =
      (isStateless.peek() && !isCashedOut.peek()) ||
      (credit.peek() ?? 0) > 0 ||
      freeSpins.peek() > 0 ||
      hasHandPay(game.peek()?.cabinet)
    if (asks) openDialog('leave')
    else leave()
  }

  return (
    <>
      <GameVisitEffect gameId={gameId} />
      <main className={css.page} data-testid="game" onClickCapture={() => setLastInteraction(Date.now())}>
        <TopBar name={name} onLeave={requestLeave} />
        <div className={css.topper}>
          <Topper />
        </div>
        <VideoPlayer ambient={<Ambient />} onLeave={requestLeave} />
        <Strip />
        <Meters />
        <div className={css.clock} data-at="clock">
          <Clock />
        </div>
        <Controls
          onLoad={() => openDialog('load')}
          onCashOut={() => void cashOutWithReceipt()}
          bands={<ViewPicker />}
          quickTools={<QuickTools />}
          besideSpin={<AutoplayButton />}
          hasLateParts={loadedOf(lateParts) !== undefined}
        />
      </main>
      <LateLayers />
      <Dialogs dialog={dialog} />
    </>
  )
}

/** A component of its own, so that opening a dialog does not draw the page again. */
function Dialogs({ dialog }: { dialog: Signal<OpenDialog> }) {
  const close = useCallback(() => {
    dialog.value = undefined
  }, [dialog])
  const props = { onClose: close }
  return (
    <>
      <LazyDialog part={loadDialog} props={props} open={dialog.value === 'load'} onFailed={close} />
      <LazyDialog part={leaveDialog} props={props} open={dialog.value === 'leave'} onFailed={close} />
    </>
  )
}

/**
 * Joins the machine. It is the first child, so that it resets the previous visit's state before any other
 * component reads it.
 */
function GameVisitEffect({ gameId }: { gameId: string }) {
  // Before the first paint: socket and offer must not wait for rendering.
  useLayoutEffect(() => {
    loadVolume()
    chooseBand(undefined)
    const removeLayout = applyGameLayout()
    let isLeft = false
    let leaveGame: Dispose | undefined
    const join = () => {
      if (!isLeft) leaveGame = joinGame(gameId)
    }
    if (settings.peek().zeroBalancePlay || balance.peek()) join()
    else {
      resetGame()
      void fetchEmptyWallet().then(join)
    }
    return () => {
      isLeft = true
      leaveGame?.()
      removeLayout()
    }
  }, [gameId])
  return null
}

/**
 * Fetches what tells whether the wallet is too empty to join: the page of an address knows neither it nor the
 * player's seat yet, and joining would take one.
 */
async function fetchEmptyWallet(): Promise<void> {
  if (balance.peek() === undefined) await fetchBalance()
  if (balance.peek() !== 0) return
  // The notification channel, which reports the seat, waits for the page.
  setPageReady()
  await whenJoined()
}

/** Marks the document for the full-screen layout of the game, which does not scroll. */
function applyGameLayout(): Dispose {
  const root = document.documentElement
  root.dataset.game = ''
  return () => {
    delete root.dataset.game
  }
}

/** The message that the lobby shows after the exit. */
function exitNotice(reason: ExitReason): InfoPush {
  const removed = t('game.removed')
  if (reason.kind === 'message') return { ...reason.info, message: reason.info.message || removed }
  if (reason.kind !== 'refused') return { code: 0, params: {}, message: removed, action: 'leave' }
  const { code = 0, params } = reason.failure
  return { code, params, message: failureText(reason.failure), action: 'leave' }
}
