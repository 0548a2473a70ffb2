import type { ReactNode } from 'react'
import { HISTORY_WORDS } from '../../contract/player.ts'
import { dateTime, duration } from '../../i18n/dates.ts'
import { count, money } from '../../i18n/format.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import type { Kind, Value } from './csv.ts'

type ColumnKey<K = MessageKey> = K extends `account.column.${infer Key}` ? Key : never

/** A column of a table; it determines display, sorting and export. */
export interface Column<R> {
  key: ColumnKey
  kind: Kind
  value(row: R): Value
  /** Replaces the display of the kind. */
  show?(row: R): ReactNode
  /** Shown only if a row has a value for it. */
  optional?: true
  /** Its share of the table's width. */
  share: number
}

/** Shown in place of a missing value. */
export const EMPTY = '–'

const isEmpty = (value: Value): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

export function formatValue(kind: Kind, value: Value): string {
  if (isEmpty(value)) return EMPTY
  if (typeof value === 'string') return kind === 'time' ? dateTime(value) : value
  if (kind === 'cents') return money(value)
  return kind === 'duration' ? duration(value) : count(value)
}

/** Translates a known `from` or `tag`; others are shown as the server sent them. */
export function wordText(word: string | null | undefined): string | null | undefined {
  const known = HISTORY_WORDS.find((name) => name === word)
  return known ? t(`account.word.${known}`) : word
}

/** The required columns, and the optional ones with a value in some row. */
export function columnsOf<R>(columns: readonly Column<R>[], rows: readonly R[]): readonly Column<R>[] {
  return columns.filter(({ optional, value }) => !optional || rows.some((row) => !isEmpty(value(row))))
}
