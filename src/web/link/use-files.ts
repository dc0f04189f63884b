/** Files of a response in hand: kept in this browser until it is sent. */
import { useMemo } from 'react'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { judgeFile, sniffedBytes } from '#domain/answers/attachments.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { FileRefused, type Sources } from '../questionnaire/asking.tsx'
import { keepFile, keptFile } from './kept.ts'

export function useFiles(clientUuid: string): Sources {
  return useMemo(
    () => ({
      storeFile: (file: File, question: Question) => store(clientUuid, file, question),
      pictureUrl: async ({ file }: FileAnswer) => {
        const kept = await keptFile(clientUuid, file)
        return kept && URL.createObjectURL(kept.blob)
      },
    }),
    [clientUuid],
  )
}

/** Judged as the server will: without a network there is no other time to choose another one. */
async function store(clientUuid: string, file: File, { id, type }: Question): Promise<FileAnswer> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer())
  const { problem } = judgeFile(type, { head, name: file.name, type: file.type })
  if (problem) throw new FileRefused({ code: problem })
  return { file: await keepFile(clientUuid, { blob: file, name: file.name, question: id }), name: file.name }
}
