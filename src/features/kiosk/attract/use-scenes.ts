import { useSignal } from '@preact/signals-react'
import { useEffect, useRef, useState } from 'react'
import type { AttractMachine } from '../../../contract/attract.ts'
import type { Locale } from '../../../contract/locales.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { settings } from '../../../core/settings/settings.ts'
import { offeredLocales } from '../../../i18n/index.ts'
import { attractBrands, type ShownBrand } from './jackpots.ts'
import { type LivePicture, type LivePictures, startLivePictures, withMachines } from './live-pictures.ts'

/** How long each brand is shown, ms. Between two brands only the hand moves, once in a while. */
const SCENE_MS = 7_000

export interface SceneState {
  /** The number of scenes before it. */
  readonly turn: number
  readonly brand: ShownBrand
  readonly language: Locale
}

/** The scene that goes, and the current one. */
interface Scenes {
  readonly last?: SceneState
  readonly current: SceneState
}

/** The languages of the screen in turn: the venue's first, then the others that a player may choose. */
export function attractLocales(): readonly Locale[] {
  const { language } = settings.value
  return [language, ...offeredLocales.value.filter((code) => code !== language)]
}

/** Brands and languages take turns. */
function sceneAt(turn: number, machines: readonly AttractMachine[]): SceneState {
  const brands = withMachines(attractBrands(Date.now()), machines)
  const languages = attractLocales()
  return {
    turn,
    brand: brands[turn % brands.length] ?? { art: '', name: '' },
    language: languages[turn % languages.length] ?? settings.value.language,
  }
}

/**
 * The scenes, and the pictures of free machines of their brands where the operator has turned them on.
 * `isOver`: the screen fades out with the scene and the pictures that it has.
 */
export function useScenes(isOver: boolean) {
  const pictures = useSignal<readonly LivePicture[]>([])
  const live = useRef<LivePictures>(undefined)
  const isLive = kioskSettings.value.kioskAttractPictures
  useEffect(() => {
    if (!isLive) return undefined
    const started = startLivePictures((shown) => {
      pictures.value = shown
    })
    live.current = started
    return started.close
  }, [isLive, pictures])

  const [scenes, setScenes] = useState<Scenes>(() => ({ current: sceneAt(0, []) }))
  useEffect(() => {
    if (isOver) return undefined
    const next = ({ current }: Scenes) => ({
      last: current,
      current: sceneAt(current.turn + 1, live.current?.machines() ?? []),
    })
    const timer = setInterval(() => setScenes(next), SCENE_MS)
    return () => clearInterval(timer)
  }, [isOver])
  const { art } = scenes.current.brand
  useEffect(() => {
    if (isLive) live.current?.setArt(isOver ? undefined : art)
  }, [isLive, isOver, art])
  return { ...scenes, pictures }
}
