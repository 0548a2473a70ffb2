import { render, screen } from '@testing-library/preact'
import { beforeAll, expect, test } from 'vitest'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { Help } from './Help.tsx'

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)

test("it lists the operator's keys beside the defaults", async () => {
  await setSettings({ keys: { Digit1: 'spin', F9: 'stakeUp' } })
  render(<Help />)
  const keys = [...screen.getByTestId('keys').querySelectorAll('kbd')].map(({ dataset }) => dataset.code)
  expect(keys).toEqual(expect.arrayContaining(['Digit1', 'F9', 'Space', 'ArrowDown']))
})
