/** What this browser keeps of public links: questionnaires, work in hand, and answers that wait for a network. */
import type { OpenForms } from '#contract/collector.ts'
import type { EntryForm } from '#contract/entry.ts'
import type { ReturnedRow } from '#contract/returned.ts'
import type { Consent } from '#domain/surveys/notices.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { FormAnswers } from '../questionnaire/given.ts'
import type { Returned } from '../questionnaire/returned.ts'

/** A response that is being filled in, with the questions that it began with. */
export interface Work {
  clientUuid: string
  form: EntryForm
  /** ISO: when it was begun. */
  startedAt: string
  participantPhone: string
  participantName: string
  position: Position | undefined
  consent?: Consent | undefined
  answers: FormAnswers
  /** What its answers began with. */
  begunWith?: FormAnswers | undefined
  correction?: Correction
}

/** A returned response. Its form has the version that the person answered. */
interface Correction {
  id: number
  version: number
  /** YYYY-MM-DD: when the response was given. */
  day: string
  returned: Returned
  /** To the reviewer. */
  remark: string
}

export interface Position {
  latitude: number
  longitude: number
  accuracy: number
}

/** A response that is finished and not at the server yet. */
export interface Waiting {
  /** The name of its link. */
  encodedId: string
  work: Work
  /** ISO: when it was finished. */
  submittedAt: string
  /** The ids at the server of files that are there already, by their ids here. */
  stored?: Record<number, number>
  /** Why the server did not take it; absent while it only waits. */
  refusal?: { code: string; errors: readonly FieldProblem[] }
}

/** The present day of its conditions. */
export function dayOf({ work, submittedAt }: Pick<Waiting, 'work' | 'submittedAt'>): string {
  return work.correction?.day ?? submittedAt.slice(0, 10)
}

/** A file that answers a question, until the server has the whole response. */
export interface KeptFile {
  blob: Blob
  name: string
  question: number
}

/** What a token opens, as the server last said it. */
export interface KeptCollector {
  /** As the names of links have it: `@p7`. */
  key: string
  name: string
  forms: OpenForms['forms']
  returned: ReturnedRow[]
  /** Of the forms whose questions are here, by their encodedId. */
  prints: Record<string, string>
}

/** A response of a collector that has arrived. */
export interface Sent {
  link: string
  title: string
  /** ISO */
  at: string
}

const stores = ['forms', 'works', 'waiting', 'files', 'surveyFiles', 'collectors', 'sent'] as const
type Store = (typeof stores)[number]

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('canvass-links', 5)
    request.addEventListener('upgradeneeded', () => {
      const { result: database } = request
      for (const name of stores) if (!database.objectStoreNames.contains(name)) database.createObjectStore(name)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(problemOf(request)))
  })
  return opened
}

function problemOf({ error }: IDBRequest): Error {
  return error ?? new Error('The browser keeps nothing')
}

async function ask<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(store, mode)
  const request = work(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('error', () => reject(problemOf(request)))
    transaction.addEventListener('abort', () => reject(problemOf(request)))
  })
}

/** What one store holds by its keys. */
function shelfOf<T>(store: Store) {
  return {
    get: (key: string) => ask(store, 'readonly', (objects) => objects.get(key) as IDBRequest<T | undefined>),
    keys: () => ask(store, 'readonly', (objects) => objects.getAllKeys() as IDBRequest<string[]>),
    all: () => ask<T[]>(store, 'readonly', (objects) => objects.getAll() as IDBRequest<T[]>),
    put: (key: string, value: T) => ask(store, 'readwrite', (objects) => objects.put(value, key)),
    remove: (key: string) => ask(store, 'readwrite', (objects) => objects.delete(key)),
  }
}

/** By the name of their link. */
export const keptForms = shelfOf<EntryForm>('forms')
/** By the name of their link. */
export const keptWorks = shelfOf<Work>('works')
/** By clientUuid. */
export const keptWaiting = shelfOf<Waiting>('waiting')

/** By their token. */
export const keptCollectors = shelfOf<KeptCollector>('collectors')
/** By the name of their link and the clientUuid: a correction has that of its response. */
export const keptSent = shelfOf<Sent>('sent')

/** What surveys bring along, by its MD5. */
export const keptSurveyFiles = shelfOf<Blob>('surveyFiles')

const keptFiles = shelfOf<KeptFile>('files')

/** Under the form that it answers; returns its id here. */
export async function keepFile(clientUuid: string, file: KeptFile): Promise<number> {
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1))
  await keptFiles.put(`${clientUuid}/${id}`, file)
  return id
}

export function keptFile(clientUuid: string, id: number): Promise<KeptFile | undefined> {
  return keptFiles.get(`${clientUuid}/${id}`)
}

/** A response that is sent or given up, with its files. */
export async function forget(clientUuid: string): Promise<void> {
  await keptWaiting.remove(clientUuid)
  await ask('files', 'readwrite', (objects) => objects.delete(IDBKeyRange.bound(`${clientUuid}/`, `${clientUuid}0`)))
}
