import { Code, type CodeValue } from '../../src/contract/codes.ts'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { Result } from '../lib/result.ts'
import type { SignInService } from '../players/sign-in.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Metrics } from './metrics.ts'

/* Wraps parts of the platform so that their results are counted. */

const secondsSince = (start: number) => (performance.now() - start) / 1000

/** Counts a floor's refusals and the times of its spins. */
export function measureFloor(floor: Floor, metrics: Metrics): Floor {
  function counted<A extends unknown[], T extends object>(
    name: string,
    command: (...given: A) => Promise<Result<T>>,
  ): (...given: A) => Promise<Result<T>> {
    return async (...given) => {
      const result = await command(...given)
      if (!result.ok) metrics.countRefusal(name, result.code)
      return result
    }
  }
  const spin = counted('spin', floor.spin)
  return {
    ...floor,
    sit: counted('sit', floor.sit),
    load: counted('load', floor.load),
    press: counted('press', floor.press),
    cashOut: counted('cashOut', floor.cashOut),
    cancel: counted('cancel', floor.cancel),
    kick: counted('kick', floor.kick),
    async spin(...given) {
      const start = performance.now()
      const result = await spin(...given)
      if (result.ok) metrics.observeSpin(secondsSince(start))
      return result
    },
  }
}

/** Counts the opened and refused WHEP sessions of a video engine, and the ends of its process. */
export function measureVideo(video: VideoEngine, metrics: Metrics): VideoEngine {
  video.onLost(() => metrics.countVideoLoss())
  return {
    ...video,
    async open(...given) {
      const start = performance.now()
      const opened = await video.open(...given)
      metrics.observePictureOpening('refused' in opened ? opened.refused : 'ok', secondsSince(start))
      return opened
    },
  }
}

/** Counts logins by password and by phone, with their refusals and failures. */
export function measureSignIn(signIn: SignInService, metrics: Metrics): SignInService {
  function counted<A extends unknown[], T>(
    login: (...given: A) => Promise<T>,
    resultOf: (answer: T) => 'ok' | CodeValue,
  ): (...given: A) => Promise<T> {
    return async (...given) => {
      let result: 'ok' | CodeValue = Code.serverError
      try {
        const answer = await login(...given)
        result = resultOf(answer)
        return answer
      } finally {
        metrics.countLogin(String(result))
      }
    }
  }
  return {
    ...signIn,
    login: counted(signIn.login, (result) => (result.ok ? 'ok' : result.code)),
    loginByLink: counted(signIn.loginByLink, (answer) => (answer ? 'ok' : Code.linkOver)),
  }
}

/** Counts errors of one area of the platform. */
export function measureLog(log: Log, area: string, metrics: Metrics): Log {
  return {
    warn: (details, message) => log.warn(details, message),
    error(details, message) {
      metrics.countError(area)
      log.error(details, message)
    },
  }
}
