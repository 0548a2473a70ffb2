/** `absent`: optional, and the platform lacks it. `unchecked`: the kit could not check it. */
export type Status = 'holds' | 'absent' | 'wrong' | 'unchecked'

/** The request, the answer, what the contract expects, and the schema. */
export interface Evidence {
  readonly sent?: string
  readonly got?: string
  readonly expected?: string
  readonly where?: string
}

export interface Finding extends Evidence {
  readonly topic: string
  readonly title: string
  readonly status: Status
  /** What is absent, why it was not checked, or what was found. */
  readonly note?: string
  readonly ms: number
}

/** Thrown by a check: the platform violates the contract. */
export class Violation extends Error {
  readonly evidence: Evidence
  constructor(evidence: Evidence) {
    super(evidence.expected)
    this.evidence = evidence
  }
}

/** Thrown by a check that is not possible; `message` is the reason, as a sentence. */
export class Unchecked extends Error {}

/** Thrown by a check of an optional part that the platform lacks; `message` is the consequence. */
export class Absent extends Error {}

export interface Recorder {
  /** The findings so far, in the order of the checks. */
  readonly findings: readonly Finding[]
  /** Starts the topic of the following checks. */
  begin(topic: string): void
  /**
   * Runs a check. Resolves to its value; undefined, with a finding, if it throws. `report` adds details to a
   * passed check.
   */
  check<T>(title: string, work: (report: (note: string) => void) => Promise<T> | T): Promise<T | undefined>
  /** Records an optional part that the platform lacks. */
  absent(title: string, note: string): void
}

type Outcome = Pick<Finding, 'status' | 'note'> & Evidence

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Violation) return { status: 'wrong', ...error.evidence }
  if (error instanceof Unchecked) return { status: 'unchecked', note: error.message }
  if (error instanceof Absent) return { status: 'absent', note: error.message }
  return { status: 'wrong', got: error instanceof Error ? error.message : String(error) }
}

/** `onFinding` is called for each finding at once. */
export function createRecorder(onFinding: (finding: Finding) => void = () => {}): Recorder {
  const findings: Finding[] = []
  let topic = ''
  const add = (title: string, ms: number, outcome: Outcome) => {
    const finding = { topic, title, ms, ...outcome }
    findings.push(finding)
    onFinding(finding)
  }
  return {
    findings,
    begin(next) {
      topic = next
    },
    async check(title, work) {
      const started = performance.now()
      const elapsed = () => Math.round(performance.now() - started)
      let seen: Pick<Finding, 'note'> = {}
      try {
        const value = await work((note) => {
          seen = { note }
        })
        add(title, elapsed(), { status: 'holds', ...seen })
        return value
      } catch (error) {
        add(title, elapsed(), outcomeOf(error))
        return undefined
      }
    },
    absent: (title, note) => add(title, 0, { status: 'absent', note }),
  }
}

/** 0: no violation; 1: a violation; 3: no violation, but something could not be checked. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 3 {
  if (findings.some(({ status }) => status === 'wrong')) return 1
  return findings.some(({ status }) => status === 'unchecked') ? 3 : 0
}
