/**
 * A call that is refused with REAUTH_REQUIRED waits here while the person gives the password again. The shell asks
 * (shell/Renewal.tsx); calls that wait at the same time share one question.
 */
interface Question {
  answered: Promise<boolean>
  answer: (confirmed: boolean) => void
}

let question: Question | undefined
let asking = false
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Resolves to whether the password was given; false at once where no screen can ask for it. */
export function passwordGiven(): Promise<boolean> {
  if (!asking) return Promise.resolve(false)
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    question = { answered: promise, answer: resolve }
    tell()
  }
  return question.answered
}

export function isPasswordAsked(): boolean {
  return question !== undefined
}

export function answerPasswordQuestion(confirmed: boolean): void {
  question?.answer(confirmed)
  question = undefined
  tell()
}

/** From now on the listener asks for the password. The returned function ends that and refuses all that waits. */
export function subscribePasswordQuestion(listener: () => void): () => void {
  listeners.add(listener)
  asking = true
  return () => {
    listeners.delete(listener)
    asking = listeners.size > 0
    if (!asking) answerPasswordQuestion(false)
  }
}
