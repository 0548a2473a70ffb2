/**
 * `absent`: optional, and the platform lacks it. `unchecked`: the kit could not check it. `left out`: the
 * operator's options exclude it.
 */
export type Status = 'holds' | 'absent' | 'wrong' | 'unchecked' | 'left out'

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

/**
 * Thrown by a check: the platform violates the contract. Violations of one `rule` are one finding. By default
 * the rule is the command with what is expected of it, whatever the amounts.
 */
export class Violation extends Error {
  readonly evidence: Evidence
  readonly rule: string
  constructor(evidence: Evidence, rule?: string) {
    super(evidence.expected)
    this.evidence = evidence
    const { sent = '', expected = '', where = '' } = evidence
    this.rule = rule ?? [sent.split(' ', 1)[0], expected.replace(/\d+/g, '#'), where].join('|')
  }
}

/** Thrown by a check that is not possible; `message` is the reason, as a sentence. */
export class Unchecked extends Error {}

/** Thrown by a check of an optional part that the platform lacks; `message` is the consequence. */
export class Absent extends Error {}

/** Thrown by a check that the operator's options exclude; `message` is the option that includes it. */
export class LeftOut extends Error {}

/** Thrown by a check that an earlier one, named by its title, makes impossible or meaningless. */
export class FollowsFrom extends Error {}

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
  if (error instanceof LeftOut) return { status: 'left out', note: error.message }
  return { status: 'wrong', got: error instanceof Error ? error.message : String(error) }
}

/** `onFinding` is called for each finding at once. */
export function createRecorder(onFinding: (finding: Finding) => void = () => {}): Recorder {
  const findings: Finding[] = []
  /** The titles of the violations by their rules. */
  const broken = new Map<string, string>()
  /** The outcome that follows from a check, by its title. */
  const consequences = new Map<string, Outcome>()
  let topic = ''
  const add = (title: string, ms: number, outcome: Outcome) => {
    const finding = { topic, title, ms, ...outcome }
    findings.push(finding)
    onFinding(finding)
  }
  /**
   * What follows from the check `title`: nothing could be checked, or an optional part is absent as a whole.
   */
  function consequenceOf(title: string): Outcome {
    const known = consequences.get(title)
    if (known) return known
    const { topic, status } = findings.findLast((finding) => finding.title === title) ?? {}
    const isChoice = status === 'absent' || status === 'left out'
    return { status: isChoice ? status : 'unchecked', note: `Follows from "${topic}: ${title}".` }
  }
  function fail(title: string, ms: number, error: unknown): void {
    const known = error instanceof Violation ? broken.get(error.rule) : undefined
    const earlier = error instanceof FollowsFrom ? error.message : known
    if (error instanceof Violation) broken.set(error.rule, known ?? title)
    const outcome = earlier === undefined ? outcomeOf(error) : consequenceOf(earlier)
    if (earlier !== undefined) consequences.set(title, outcome)
    add(title, ms, outcome)
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
        fail(title, elapsed(), error)
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
