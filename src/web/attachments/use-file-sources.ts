/** How a questionnaire of a survey stores the files of its answers, and finds them again. */
import { useMemo } from 'react'
import { attachments } from '#contract/attachments.ts'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/query.ts'
import { FileRefused, type Sources } from '../questionnaire/asking.tsx'
import { localUrl } from './stored-file.ts'

export function useFileSources(surveyId: number): Pick<Sources, 'storeFile' | 'pictureUrl'> {
  return useMemo(
    () => ({
      storeFile: (file: File, question: Question) => store(surveyId, question, file),
      pictureUrl: ({ file }: FileAnswer) => localUrl(file, 'thumbnail'),
    }),
    [surveyId],
  )
}

async function store(surveyId: number, { id }: Question, sent: File): Promise<FileAnswer> {
  try {
    const { data } = await ask(attachments.upload, {
      params: { surveyId },
      query: { question: String(id) },
      file: sent,
    })
    const { file, name } = data
    return { file, name }
  } catch (thrown) {
    const found = thrown instanceof ApiError ? thrown.errors.find(({ path }) => path === 'file') : undefined
    throw found ? new FileRefused(found) : thrown
  }
}
