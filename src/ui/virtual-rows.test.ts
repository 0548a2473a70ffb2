import { expect, test } from 'vitest'
import { layoutOf, placeOf, windowOf } from './virtual-rows.ts'

const shape = { minWidth: 132, aspect: 0.8, foot: 76, gap: 12 }

test.each([
  [288, 2],
  [328, 2],
  [420, 3],
  [1286, 9],
  [100, 2],
])('%i px hold %i columns', (width, columns) => {
  expect(layoutOf(1000, width, shape).columns).toBe(columns)
})

test('the height is that of all rows, without a gap after the last', () => {
  const { rowHeight, rowCount, height } = layoutOf(7, 328, shape)
  expect(rowCount).toBe(4)
  expect(rowHeight).toBe(Math.round(158 * 0.8 + 76) + 12)
  expect(height).toBe(4 * rowHeight - 12)
  expect(layoutOf(0, 328, shape).height).toBe(0)
})

test('the window holds what is in sight and two rows more on either side, and never leaves the list', () => {
  expect(windowOf(-150, 600, 200, 500)).toEqual([0, 5])
  expect(windowOf(1000, 600, 200, 500)).toEqual([3, 10])
  expect(windowOf(99_800, 600, 200, 500)).toEqual([497, 500])
  expect(windowOf(999_999, 600, 200, 500)).toEqual([500, 500])
  expect(windowOf(-5000, 600, 200, 500)).toEqual([0, 0])
  expect(windowOf(0, 600, 0, 500)).toEqual([0, 0])
})

test('each card has its own place, whatever else is drawn', () => {
  const layout = layoutOf(1000, 328, shape)
  expect(placeOf(0, layout)).toEqual({
    insetInlineStart: 0,
    insetBlockStart: 0,
    inlineSize: 158,
    blockSize: layout.rowHeight - 12,
  })
  expect(placeOf(7, layout)).toMatchObject({ insetInlineStart: 170, insetBlockStart: 3 * layout.rowHeight })
})
