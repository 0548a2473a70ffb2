import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../contract/settings-play.ts'
import { settingsSection } from './settings.ts'

export const playSettings = settingsSection(PLAY_SETTINGS, PLAY_DEFAULTS)
