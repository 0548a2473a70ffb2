import { expect, test } from 'vitest'
import { gridLayout, itemStyle, visibleRows } from './virtual-rows.ts'

const shape = { minWidth: 132, aspect: 0.8, foot: 76, gap: 12 }

test.each([
  [288, 2],
  [328, 2],
  [420, 3],
  [1286, 9],
  [248, 2],
])('%i px hold %i columns', (width, columns) => {
  expect(gridLayout(1000, width, shape).columns).toBe(columns)
})

test('cards grow with the text: two columns only if both have room for their texts', () => {
  expect(gridLayout(8, 328, shape, 1.25)).toMatchObject({ columns: 2, cardHeight: 221 })
  expect(gridLayout(8, 328, shape, 2)).toMatchObject({ columns: 1, cardHeight: 414 })
})

test('the height is that of all rows, without a gap after the last one', () => {
  const { rowHeight, rowCount, height } = gridLayout(7, 328, shape)
  expect(rowCount).toBe(4)
  expect(rowHeight).toBe(Math.round(158 * 0.8 + 76) + 12)
  expect(height).toBe(4 * rowHeight - 12)
  expect(gridLayout(0, 328, shape).height).toBe(0)
})

test('the visible rows and two more on each side are rendered, never rows outside the list', () => {
  expect(visibleRows(-150, 600, 200, 500)).toEqual({ first: 0, last: 5 })
  expect(visibleRows(1000, 600, 200, 500)).toEqual({ first: 3, last: 10 })
  expect(visibleRows(99_800, 600, 200, 500)).toEqual({ first: 497, last: 500 })
  expect(visibleRows(999_999, 600, 200, 500)).toEqual({ first: 500, last: 500 })
  expect(visibleRows(-5000, 600, 200, 500)).toEqual({ first: 0, last: 0 })
  expect(visibleRows(0, 600, 0, 500)).toEqual({ first: 0, last: 0 })
})

test('each card has a fixed position, whatever else is rendered', () => {
  const layout = gridLayout(1000, 328, shape)
  expect(itemStyle(0, layout)).toEqual({
    insetInlineStart: '0px',
    insetBlockStart: '0px',
    inlineSize: '158px',
    blockSize: `${layout.rowHeight - 12}px`,
  })
  expect(itemStyle(7, layout)).toMatchObject({
    insetInlineStart: '170px',
    insetBlockStart: `${3 * layout.rowHeight}px`,
  })
})
