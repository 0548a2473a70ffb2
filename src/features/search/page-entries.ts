import { computed, type ReadonlySignal } from '@preact/signals-react'
import { menu, titleOf } from '../../core/router/menu.ts'
import { flatItems } from '../../core/router/nav-items.ts'
import { preferencesStatus, shortcuts } from '../preferences/state.ts'
import type { Entry } from './rank.ts'

/**
 * The pages and links of the menu that this player may see, without its groups. Shortcuts are stored by their
 * keys.
 */
export const pages: ReadonlySignal<readonly Entry[]> = computed(() =>
  flatItems(menu.value).map((item) => ({
    key: item.id,
    kind: item.type === 'link' ? 'link' : 'page',
    title: titleOf(item),
    url: item.url,
    item,
  })),
)

/** The starred pages in the order of their marking, without unknown and hidden ones. */
export const pinned: ReadonlySignal<readonly Entry[]> = computed(() =>
  shortcuts.value.flatMap((id) => pages.value.find(({ key }) => key === id) ?? []),
)

/** Whether the server stores shortcuts. */
export const canPin: ReadonlySignal<boolean> = computed(() => preferencesStatus.value === 'ready')
