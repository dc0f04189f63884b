/** Files of a response in hand, kept in this browser until it is sent, and those that its questions show. */
import { useEffect, useMemo } from 'react'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { judgeFile, sniffedBytes } from '#domain/answers/attachments.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { FileRefused, type Sources } from '../questionnaire/asking.tsx'
import { loadFile } from './calls.ts'
import { keepFile, keptFile, type Work } from './kept.ts'

export function useFiles(link: string, { clientUuid, form }: Work): Sources {
  const { files } = form.content
  // There may be no network where they are shown. Films are large: they come when they are.
  useEffect(() => {
    let isGone = false
    const keep = async () => {
      for (const file of files ?? []) if (!isGone && /^(image|audio)\//.test(file.mime)) await loadFile(link, file)
    }
    keep().catch(console.error)
    return () => {
      isGone = true
    }
  }, [files, link])
  return useMemo(
    () => ({
      storeFile: (file: File, question: Question) => store(clientUuid, file, question),
      pictureUrl: async ({ file }: FileAnswer) => {
        const kept = await keptFile(clientUuid, file)
        return kept && URL.createObjectURL(kept.blob)
      },
      mediaUrl: (file: SurveyFile) => urlOf(link, file),
    }),
    [clientUuid, link],
  )
}

/** By MD5: one picture may be at many options. */
const urls = new Map<string, string>()

async function urlOf(link: string, file: SurveyFile): Promise<string> {
  const url = urls.get(file.md5) ?? URL.createObjectURL(await loadFile(link, file))
  urls.set(file.md5, url)
  return url
}

/** Judged as the server will: without a network there is no other time to choose another one. */
async function store(clientUuid: string, file: File, { id, type }: Question): Promise<FileAnswer> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer())
  const { problem } = judgeFile(type, { head, name: file.name, type: file.type })
  if (problem) throw new FileRefused({ code: problem })
  return { file: await keepFile(clientUuid, { blob: file, name: file.name, question: id }), name: file.name }
}
