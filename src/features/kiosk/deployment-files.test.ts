import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * The files that a technician installs from docs/kiosk/. The names of the policies were read from Chromium
 * 156 itself. Chromium ignores an unknown policy, and what it was to block stays possible.
 */

const read = (name: string) => readFileSync(`docs/kiosk/${name}`, 'utf8')
const policies: Record<string, unknown> = JSON.parse(read('policies.json'))

/** The boolean policies. */
const FLAGS = `AllowFileSelectionDialogs PrintingEnabled RemoteDebuggingAllowed BrowserGuestModeEnabled
  BrowserAddPersonEnabled SyncDisabled PasswordManagerEnabled AutofillAddressEnabled
  AutofillCreditCardEnabled SavingBrowserHistoryDisabled SearchSuggestEnabled TranslateEnabled
  SpellcheckEnabled BookmarkBarEnabled EditBookmarksEnabled AutoplayAllowed VideoCaptureAllowed
  AudioCaptureAllowed ScreenCaptureAllowed TaskManagerEndProcessEnabled UserFeedbackAllowed
  DefaultBrowserSettingEnabled PromotionsEnabled MetricsReportingEnabled BackgroundModeEnabled
  HardwareAccelerationModeEnabled FullscreenAllowed`
const KNOWN: Record<string, readonly unknown[] | 'list'> = {
  ...Object.fromEntries(FLAGS.split(/\s+/).map((name) => [name, [true, false]])),
  URLBlocklist: 'list',
  URLAllowlist: 'list',
  ExtensionInstallBlocklist: 'list',
  DefaultPopupsSetting: [1, 2],
  DownloadRestrictions: [0, 1, 2, 3, 4],
  DeveloperToolsAvailability: [0, 1, 2],
  IncognitoModeAvailability: [0, 1, 2],
  BrowserSignin: [0, 1, 2],
  DefaultGeolocationSetting: [1, 2, 3],
  DefaultNotificationsSetting: [1, 2, 3],
  DefaultSensorsSetting: [1, 2],
  DefaultSerialGuardSetting: [2, 3],
  DefaultWebUsbGuardSetting: [2, 3],
  DefaultWebBluetoothGuardSetting: [2, 3],
  DefaultFileSystemReadGuardSetting: [2, 3],
  DefaultFileSystemWriteGuardSetting: [2, 3],
}

test('every policy exists in Chromium and has a valid value', () => {
  for (const [name, value] of Object.entries(policies)) {
    const allowed = KNOWN[name]
    expect(allowed, name).toBeDefined()
    if (allowed === 'list') expect(value, name).toEqual([expect.any(String)])
    else expect(allowed, name).toContain(value)
  }
})

test('the policies block other sites, new windows, downloads, developer tools and devices', () => {
  expect(policies).toMatchObject({
    URLBlocklist: ['*'],
    URLAllowlist: ['https://play.example'],
    DefaultPopupsSetting: 2,
    DownloadRestrictions: 3,
    DeveloperToolsAvailability: 2,
    IncognitoModeAvailability: 1,
    PrintingEnabled: false,
    VideoCaptureAllowed: false,
    AutoplayAllowed: true,
  })
})

test('the launch script is POSIX shell and starts the browser in kiosk mode', () => {
  const { status, stderr } = spawnSync('sh', ['-n', 'docs/kiosk/launch.sh'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(read('launch.sh')).toContain('"$URL/?kiosk"')
})

test('the guide explains every setting of launch.sh, and its comments every flag', () => {
  const guide = read('README.md')
  const script = read('launch.sh')
  const names = [...script.matchAll(/\$\{(REELCAST_\w+)/g)].map(([, name]) => `${name}`)
  expect(names).toContain('REELCAST_RESTART_AT')
  for (const name of names) expect(guide, name).toContain(`\`${name}\``)
  const comments = script.match(/^#.*/gm)?.join()
  const flags = [...script.matchAll(/^ {2}(--[a-z-]+)/gm)]
  expect(flags.length).toBeGreaterThan(10)
  for (const [, flag] of flags) expect(comments).toContain(flag)
})

test('the systemd unit always restarts, and runs the installed script', () => {
  const unit = read('reelcast-kiosk.service')
  for (const line of [
    'Restart=always',
    'StartLimitIntervalSec=0',
    'WantedBy=multi-user.target',
    'User=kiosk',
  ])
    expect(unit.split('\n')).toContain(line)
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/cage .* \/usr\/local\/lib\/reelcast-kiosk\/launch\.sh$/m)
  // A unit consists of capitalised keys, sections in brackets, comments and empty lines.
  for (const line of unit.split('\n')) expect(line).toMatch(/^($|#|\[\w+\]$|[A-Z]\w+=.+)/)
})

test('the font that the guide installs has the width of the amounts until their font has loaded', () => {
  expect(read('README.md')).toContain(' fonts-noto-core')
  const faces = readFileSync('src/ui/theme.css', 'utf8').matchAll(/"Narrow";\s+src: ([^;]+);/g)
  expect([...faces].map(([, src]) => src?.includes('local("Noto Sans Regular")'))).toEqual([true, true, true])
})
