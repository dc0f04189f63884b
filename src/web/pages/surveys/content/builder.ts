/**
 * The changes of one open survey, one after the other: each is a call, and what it answers is shown. Every change leaves
 * the calls that take it back. A text that another person changed in the meantime is never written over silently.
 */
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ask, queryClient, refresh } from '../../../api/query.ts'
import type { CallInput } from '../../../api/client.ts'
import { SharedValue } from '../../../api/shared-value.ts'
import { siblingsOf } from './survey-parts.ts'
import type { Writing } from './writing.ts'
import type { Answered, Endpoint } from '#contract/endpoint.ts'

interface BuilderState {
  saving: boolean
  /** Why the last change was not saved. */
  failed: unknown
  /** Something was saved since the tab opened. */
  hasSaved: boolean
  /** What Undo would take back. */
  undoes: string | undefined
}

interface Undo {
  text: string
  act: () => Promise<unknown>
}

const mostUndos = 50

export class Builder {
  readonly surveyId: number
  readonly state = new SharedValue<BuilderState>({
    saving: false,
    failed: undefined,
    hasSaved: false,
    undoes: undefined,
  })
  /** A text that becomes questions; undefined: none is read. */
  readonly pasted = new SharedValue<string | undefined>(undefined)
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #undos: Undo[] = []

  constructor(surveyId: number) {
    this.surveyId = surveyId
  }

  /** The survey as the page has it now. */
  survey(): SurveyDetail {
    const answers = queryClient.getQueriesData<Answered<typeof surveys.get>>({ queryKey: [surveys.get.path] })
    const found = answers.find(([, answer]) => answer?.data.id === this.surveyId)?.[1]
    if (!found) throw new Error('The survey is no longer open')
    return found.data
  }

  /** Where to write what comes right after a question. */
  lineAfter(questionId: number): Writing {
    const { parent, ids } = siblingsOf(this.survey(), { kind: 'question', id: questionId })
    return { sectionId: parent, before: ids[ids.indexOf(questionId) + 1] }
  }

  /**
   * Shows the content that a change led to, without loading all of it again. A load under way began before the change and
   * would take it off the page: it begins again.
   */
  show(change: (survey: SurveyDetail) => SurveyDetail): void {
    const queryKey = [surveys.get.path]
    queryClient.setQueriesData<Answered<typeof surveys.get>>({ queryKey }, (answer) =>
      answer?.data.id === this.surveyId ? { ...answer, data: change(answer.data) } : answer,
    )
    if (queryClient.isFetching({ queryKey }) > 0) void refresh(surveys.get)
  }

  async reload(): Promise<SurveyDetail> {
    await refresh(surveys.get)
    return this.survey()
  }

  /** Does the work after all work before it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    this.#set({ saving: true })
    const done = this.#last.then(work)
    this.#last = done.then(
      () => this.#settle({ failed: undefined, hasSaved: true }),
      (error: unknown) => this.#settle({ failed: error }),
    )
    return done
  }

  /** The call of a change. When the content is not what the page shows, the page loads it again. */
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answered<E>> {
    try {
      return await ask(endpoint, input)
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.code !== 'STALE') void refresh(surveys.get)
      throw error
    }
  }

  /** How to take back what was just done. */
  canUndo(text: string, act: Undo['act']): void {
    this.#undos = [...this.#undos, { text, act }].slice(-mostUndos)
    this.#set({ undoes: text })
  }

  /** Takes back the last change; what it said, or undefined when there is nothing to take back. */
  async undo(): Promise<string | undefined> {
    const last = this.#undos.pop()
    if (!last) return undefined
    this.#set({ undoes: this.#undos.at(-1)?.text })
    await this.run(last.act)
    return last.text
  }

  #settle(state: Partial<BuilderState>): void {
    this.#waiting -= 1
    this.#set({ ...state, saving: this.#waiting > 0 })
  }

  #set(state: Partial<BuilderState>): void {
    this.state.set({ ...this.state.get(), ...state })
  }
}
