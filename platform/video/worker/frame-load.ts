/**
 * Frames a window, and the share of late ones that shows a busy processor; tests on shared cores set more.
 */
const WINDOW_FRAMES = 60
const MAX_LATE_SHARE = Number(process.env.VIDEO_MAX_LATE_SHARE ?? 0.15)
/** A frame is late if it comes after so many times its interval. */
const LATE_INTERVALS = 1.5
const PAUSE_MS = { min: 30_000, max: 600_000 }

/** Detects from the times of the frames that this machine cannot draw and send them in time. */
export function createFrameLoad(intervalMs: number) {
  let previous: number | undefined
  let frames = 0
  let late = 0
  let busyUntil = 0
  let pauseMs = PAUSE_MS.min

  return {
    /** Counts a frame; `at` in ms of a steady clock. */
    onFrame(at: number): void {
      if (previous !== undefined && at - previous > LATE_INTERVALS * intervalMs) late += 1
      previous = at
      frames += 1
      if (frames < WINDOW_FRAMES) return
      if (late > MAX_LATE_SHARE * frames && at >= busyUntil) {
        const isSoonAgain = at < busyUntil + pauseMs
        pauseMs = busyUntil > 0 && isSoonAgain ? Math.min(2 * pauseMs, PAUSE_MS.max) : PAUSE_MS.min
        busyUntil = at + pauseMs
      }
      frames = late = 0
    },
    /**
     * True from a window with late frames on, for 30 s; each further one within the pause after that doubles
     * it.
     */
    isBusy: (at: number): boolean => at < busyUntil,
  }
}
