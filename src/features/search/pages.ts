import { computed, type ReadonlySignal } from '@preact/signals-react'
import { menu, titleOf } from '../../core/router/menu.ts'
import { flatItems } from '../../core/router/nav-items.ts'
import { preferencesStatus, shortcuts } from '../preferences/state.ts'
import type { Entry } from './rank.ts'

/** What this player may go to in the navigation, out of its groups; its key is what shortcuts are kept by. */
export const pages: ReadonlySignal<readonly Entry[]> = computed(() =>
  flatItems(menu.value).map((item) => ({
    key: item.id,
    kind: item.type === 'link' ? 'link' : 'page',
    title: titleOf(item),
    url: item.url,
    item,
  })),
)

/** The starred ones in the order in which they were starred; what is unknown or may not be seen is left out. */
export const pinned: ReadonlySignal<readonly Entry[]> = computed(() =>
  shortcuts.value.flatMap((id) => pages.value.find(({ key }) => key === id) ?? []),
)

/** Are there stars at all? Not where the server keeps none. */
export const canPin: ReadonlySignal<boolean> = computed(() => preferencesStatus.value === 'ready')
