import type { LayerId } from '../render/layout.ts'

/** The numbers a machine's picture shows, in cents; `freeSpins` is a count. */
export interface Meters {
  readonly credit: number
  readonly win: number
  readonly stake: number
  readonly freeSpins: number
}

/** What a machine looks like: `brand` names its art, `game` its rules, `currency` its ISO 4217 code. */
export interface Scene {
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly game: string
  readonly currency: string
}

/** A spin to show. `sinceMs`: how long ago the reels started (0: now). */
export interface ShownSpin {
  readonly spinId: string
  readonly stops: readonly number[]
  readonly wins: readonly {
    readonly line: number
    readonly symbols: number
    readonly symbol: string
    readonly amount: number
  }[]
  readonly free: boolean
  readonly sinceMs?: number
}

/** Why a picture could not be opened or changed. */
export interface VideoRefusal {
  /** `sdp`: no SDP; `offer`: cannot be answered; `full`: viewer cap; `down`: the process is being started again. */
  readonly refused: 'sdp' | 'offer' | 'fragment' | 'full' | 'down' | 'unknown' | 'restart'
  readonly message: string
}

/** A restarted ICE session: the server's new credentials and candidates as an SDP fragment. */
export interface IceRestart {
  readonly fragment: string
}

/** A small picture of a machine, as a JPEG file, and a strong entity tag that names its bytes. */
export interface Still {
  readonly jpeg: Uint8Array
  readonly etag: string
}

export interface VideoEngine {
  /** Answers a viewer's offer. All of the server's candidates are in the answer. Never throws. */
  open(scene: Scene, offerSdp: string): Promise<{ session: string; answer: string } | VideoRefusal>
  /** Adds a viewer's trickled candidates (application/trickle-ice-sdpfrag). */
  candidate(session: string, fragment: string): Promise<{ ok: true } | VideoRefusal>
  /** Restarts a viewer's ICE with the credentials in the fragment. */
  restartIce(session: string, fragment: string): Promise<IceRestart | VideoRefusal>
  /** Sends a viewer this layer of the picture from now on. */
  layer(session: string, layer: LayerId): Promise<{ ok: true } | VideoRefusal>
  /** Closes a viewer; unknown ones are ignored. */
  close(session: string): void
  /** Called when a viewer is gone, whoever closed it. Returns its own undoing. */
  onClosed(listener: (session: string) => void): () => void
  /** What the machine's meters show from now on. Kept, so it may be called with nobody watching. */
  meters(machineId: string, meters: Meters): void
  /** The reels start now (or started `sinceMs` ago) and stand at the game's `reelStopsMs`. */
  spin(machineId: string, spin: ShownSpin): void
  /**
   * What the machine shows, as a still a few seconds old at the most; undefined where none is to be had within a
   * second. Taken from the frames that are drawn anyway; of a machine that nobody watches one is drawn for it.
   */
  still(scene: Scene): Promise<Still | undefined>
  /** The drawing process died: the pictures of these machines must be opened anew. Returns its own undoing. */
  onLost(listener: (machineIds: string[]) => void): () => void
  /** What the drawing process has done since it started; undefined while there is none. For tests and benches. */
  stats(): Promise<VideoStats | undefined>
  /** Closes every viewer and ends the process; takes two seconds at the most. Safe to call twice. */
  stop(): Promise<void>
}

export interface VideoStats {
  /** Frames drawn, by machine id. */
  readonly drawn: Readonly<Record<string, number>>
  /** Viewers now, by machine id. */
  readonly viewers: Readonly<Record<string, number>>
  /** ms spent drawing, and of processor time in all (drawing, encoding, sending). */
  readonly drawMs: number
  readonly cpuMs: number
  readonly pid: number
}

export interface VideoOptions {
  /** Viewers in all; the next one is refused. */
  readonly maxViewers?: number
  /** Servers the pictures' side gathers candidates from; none on a host that viewers reach directly. */
  readonly iceServers?: readonly {
    readonly urls: string | string[]
    readonly username?: string
    readonly credential?: string
  }[]
  /** Kilobits a second for each viewer. */
  readonly rates?: { readonly start: number; readonly max: number }
  /** ms a viewer may take to connect, and may be away before it is let go. */
  readonly connectMs?: number
  readonly awayMs?: number
  /** Draw the brands' art ahead of the first viewers (the default). */
  readonly warmUp?: boolean
  /** ms between two looks at whether the process answers; after five without an answer another one is started. */
  readonly pingMs?: number
  /** Told in words when the process starts, dies, or cannot start. */
  readonly log?: (message: string) => void
}

export { startVideo } from './client.ts'
