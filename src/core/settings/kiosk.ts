import { KIOSK_DEFAULTS, KIOSK_SETTINGS } from '../../contract/settings-kiosk.ts'
import { settingsSection } from './settings.ts'

export const kioskSettings = settingsSection(KIOSK_SETTINGS, KIOSK_DEFAULTS)
