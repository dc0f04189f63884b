/**
 * The forms of others, in clones of their repositories (`owner+name` or `owner+name/repo`) in one folder. They are not kept
 * here: `forms.tsv` names each by its repository, commit, path and checksum.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type FileRead, readSurveyFile } from '#server/xlsform/read-file.ts'

export interface StrangerForm {
  repo: string
  commit: string
  path: string
  sha256: string
  kind: 'real' | 'fixture'
}

export const strangerForms: readonly StrangerForm[] = readFileSync(new URL('forms.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [repo = '', commit = '', path = '', sha256 = '', kind] = line.split('\t')
    return { repo, commit, path, sha256, kind: kind === 'real' ? kind : 'fixture' }
  })

/** Undefined where the clone lacks it, or has another file there. */
export function bytesOf({ repo, commit, path, sha256 }: StrangerForm, folder: string): Buffer | undefined {
  const clone = join(folder, repo.replace('/', '+'))
  const place = [join(clone, 'repo'), clone].find((each) => existsSync(each))
  if (!place) return undefined
  try {
    const git = ['-C', place, 'show', `${commit}:${path}`]
    const bytes = execFileSync('git', git, { maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'ignore'] })
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Written into a folder of its own, under its own name; undefined where it is not at hand. */
export function fileOf(form: StrangerForm, folder: string, scratch: string): string | undefined {
  const bytes = bytesOf(form, folder)
  if (!bytes) return undefined
  const place = join(scratch, form.sha256)
  mkdirSync(place, { recursive: true })
  const path = join(place, basename(form.path))
  writeFileSync(path, bytes)
  return path
}

/** A file as a survey; undefined where it is refused. A person says yes to a form that asks for encryption. */
export async function surveyOf(path: string): Promise<FileRead | undefined> {
  const read = await readSurveyFile({ path, name: basename(path), unencrypted: true })
  if ('refusal' in read || read.kind === 'TABLE' || read.counts.WRONG > 0) return undefined
  return read
}
