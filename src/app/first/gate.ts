import { read } from '../../core/storage/storage.ts'
import { startsWith } from './address.ts'

/**
 * The recommended browsers: Chrome, Chromium and Safari. A user agent with another name in it, or of another
 * app's web view, is not one of theirs.
 */
const RECOMMENDED =
  /^(?!.*; wv).*Gecko\)( (Ubuntu|Mobile|Version|CriOS|(Headless)?Chrom\w+)(\/[\w.]+)?)* Safari\/[\d.]+$/

/**
 * What stands before the login (`data-gate`). `webrtc`: this browser shows no live video. `browser`: it is
 * not a recommended one, and the player has not continued with it before. `settings`: the app reads the
 * settings first, as the last visit had a country check, or as the settings decide whether this page exists.
 */
export function findGate(): 'webrtc' | 'browser' | 'settings' | undefined {
  if (!window.RTCPeerConnection) return 'webrtc'
  // Only Safari has it, and an app on an iPhone's home screen has no "Safari" in its user agent.
  const { standalone, userAgent } = navigator as Navigator & { standalone?: boolean }
  if (!standalone && !RECOMMENDED.test(userAgent) && !read('local', 'reelcast.browser')) return 'browser'
  return read('local', 'reelcast.gated') || startsWith('auth') ? 'settings' : undefined
}
