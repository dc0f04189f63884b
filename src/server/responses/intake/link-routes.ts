/** The public link of a survey: staff turn it on and off, visitors answer by it without an account. */
import { type SurveyLink, surveyLinks } from '#contract/survey-links.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { mostFilesOf } from '#domain/answers/attachments.ts'
import { intakeRefusal } from '#domain/surveys/intake.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { problem } from '#domain/problems.ts'
import { filesThatMayWait, linkRefusal } from '#domain/surveys/survey-link.ts'
import { judgeAttachment, keepAttachment, mostAttachmentBytes } from '../../attachments/keep.ts'
import { questionTaking } from '../../attachments/question.ts'
import { withRoom } from '../../attachments/room.ts'
import { storedForLink } from '../../attachments/store.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, atEntrance, type Context, type Entrance, inTurn, on, type TakeAll } from '../../http/context.ts'
import type { Outcome } from '../../handfuls.ts'
import { openSurvey, openSurveyForAll } from '../../scope.ts'
import { openSurveyFile } from '../../surveys/file-store.ts'
import { countByLink, findLinkedSurvey, getLink, putLink } from '../../surveys/link-store.ts'
import { surveyStore } from '../../surveys/store.ts'
import { allVersions } from '../../surveys/version-store.ts'
import { entryFormOf, intakeTurn, takenTogether } from './entry.ts'
import { collectorOf } from '../list/collectors.ts'
import { getIntakeSurvey, type IntakeSurvey, mayAnswerAgain } from './intake-store.ts'
import { noteSent } from './senders.ts'
import { type Entry, isTaken, type Taken, takeEntries } from './take-entries.ts'

const get = on(surveyLinks.get, async ({ db, params, actor }) =>
  getLink(db, await openSurvey(db, actor, 'see', params.id)),
)

const update = on(surveyLinks.update, async ({ db, params, body, actor, audit }) => {
  const { version, ...changes } = body
  // It opens the survey to everybody who has the address.
  const surveyId = await openSurvey(db, actor, 'manage', params.id)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const before = await getLink(db, surveyId)
  if (version !== undefined && version !== before.version) throw new AppError('STALE', { data: before })
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const wanted: SurveyLink = { ...before, ...Object.fromEntries(given) }
  if (wanted.maxResponses !== null && wanted.maxResponses < before.responseCount)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ ...problem('maxResponses', 'TOO_SMALL'), limit: before.responseCount }],
    })
  const after = await putLink(db, wanted)
  audit({ action: 'surveys.link', subjectType: 'survey', subjectId: surveyId, before, after })
  return after
})

const form = on(surveyLinks.form, async ({ db, params, actor, services }) => {
  const surveyId = await visit(db, params.encodedId, actor)
  const own = actor.program?.participant
  if (own) {
    const survey = await getIntakeSurvey(db, surveyId)
    const asked = await entryFormOf(db, survey, services.settings)
    const refusal = asked.refusal ?? ((await mayAnswerAgain(db, survey, own.id)) ? null : 'RESPONSE_REPEATED')
    return { ...asked, refusal, participantRequired: false, participant: { name: own.name } }
  }
  const survey = await getIntakeSurvey(db, surveyId)
  if (isKnown(actor)) return entryFormOf(db, survey, services.settings)
  refuse(linkRefusal(await getLink(db, surveyId), new Date()))
  return entryFormOf(db, askingWho(survey), services.settings)
})

/** Pictures and lists of the questionnaire, for those who may open it. */
const openFile = on(surveyFiles.openByLink, async ({ db, params, query, actor, services }) => {
  const surveyId = await visit(db, params.encodedId, actor)
  if (!isKnown(actor)) refuse(linkRefusal(await getLink(db, surveyId), new Date()))
  return openSurveyFile(db, services, { surveyId, id: params.fileId, published: true, isVisitor: true, ...query })
})

type Visit = Pick<Context<typeof surveyLinks.upload>, 'params' | 'query'> & { actor: Actor }

/** Before a byte of the file is taken: the address, the link, the survey, the question, and room for it. */
const withFile: Entrance = async ({ params, query, actor, address, bytes, services }, receive) => {
  const { db } = services.database
  await noteSent(db, 'files', address)
  const most = mostAttachmentBytes(services)
  if (bytes !== undefined && bytes > most + mostFrameBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  const { surveyId, link } = await openForFile(db, { params, query, actor } as Visit)
  if (link) refuse(intakeRefusal(await getIntakeSurvey(db, surveyId), new Date()))
  // A phone that was without a network may answer an earlier version.
  const ofVersions = (await allVersions(db, surveyId)).map(({ content }) => mostFilesOf(content))
  const mostFiles = link ? filesThatMayWait(link, Math.max(...ofVersions)) : null
  return withRoom(services, { surveyId, bytes: bytes ?? most, mostFiles }, receive)
}

/** What a multipart body has around its file. */
const mostFrameBytes = 64 * 1024

async function openForFile(db: Db, { params, query, actor }: Visit) {
  const surveyId = await visit(db, params.encodedId, actor)
  const link = isKnown(actor) ? undefined : await getLink(db, surveyId)
  if (link) refuse(linkRefusal(link, new Date()))
  return { surveyId, link, question: await questionTaking(db, surveyId, query.question) }
}

const upload = on(surveyLinks.upload, async ({ db, params, query, file, services, write, audit, actor }) => {
  if (!file) throw new AppError('FILE_MISSING')
  const { surveyId, question } = await openForFile(db, { params, query, actor })
  const judged = await judgeAttachment(services, { file, question, path: 'file' })
  return write(async (tx) => {
    const stored = await keepAttachment(tx, services, { surveyId, by: storedForLink(query.clientUuid), judged })
    const after = { question: question.code, file: stored.file, mime: stored.mime, bytes: stored.bytes }
    audit({ action: 'responses.attach', subjectType: 'survey', subjectId: surveyId, after })
    return stored
  })
})

/** A village shares one address of a telephone company; a program that fills the house does not get far. */
const withResponse: Entrance = async ({ address, services }, receive) => {
  await noteSent(services.database.db, 'responses', address)
  return receive()
}

/** They all come by the same address. */
const takeSent: TakeAll<typeof surveyLinks.send> = async (db, calls) => {
  const [first] = calls
  if (!first) return []
  const surveyId = await visit(db, first.params.encodedId, ...calls.map(({ actor }) => actor))
  // A link of one's own opens the survey whether the public one is on or off.
  const link = calls.every(({ actor }) => isKnown(actor)) ? undefined : await getLink(db, surveyId)
  if (link && !link.isOn) throw new AppError('NOT_FOUND')
  const entries = calls.map((call) => entryOf(call, link))
  const outcomes = await takeEntries(db, { surveyId, settings: first.services.settings }, entries)
  const visits = calls.filter(({ actor }, at) => !isKnown(actor) && isNew(outcomes[at])).length
  if (visits > 0) await takePlaces(db, surveyId, visits)
  return calls.map(({ body: { clientUuid }, actor, audit }, at) => {
    const outcome = outcomes[at]
    if (!isTaken(outcome)) return outcome
    const { id, isRepeated: repeated } = outcome
    const own = actor.program?.participant && { participantId: actor.program.participant.id }
    const after = { surveyId, clientUuid, source: entries[at]?.source, ...own, repeated }
    audit({ action: 'responses.create', subjectType: 'form', subjectId: id, after })
    return { clientUuid }
  })
}

function entryOf({ body, actor }: Context<typeof surveyLinks.send>, publicLink: SurveyLink | undefined): Entry {
  const { surveyVersion, clientUuid: formKey, ...given } = body
  const collector = isKnown(actor) ? collectorOf(actor) : undefined
  return {
    body: given,
    formKey,
    source: collector ? 'API' : 'SCREEN',
    participant: actor.program?.participant,
    collector,
    files: storedForLink(formKey),
    asking: collector ? undefined : askingWho,
    versionOf(current) {
      // Only a new file needs room; a stored one needs none.
      if (publicLink && !isKnown(actor)) refuse(linkRefusal(publicLink, new Date()))
      if (surveyVersion > current) throw new AppError('SURVEY_VERSION_CHANGED')
      return surveyVersion
    },
  }
}

function isNew(outcome: Outcome<Taken>): boolean {
  return isTaken(outcome) && !outcome.isRepeated
}

/** The survey is locked by now: no two visitors take the same last place. Throws when the last of them finds none. */
async function takePlaces(db: Db, surveyId: number, visits: number): Promise<void> {
  const link = await getLink(db, surveyId)
  refuse(linkRefusal({ ...link, responseCount: link.responseCount + visits - 1 }, new Date()))
  await countByLink(db, surveyId, visits)
}

/** A participant by their own link, or a collector by the token of their app: no visitor of the open link. */
function isKnown({ program, isApp }: Actor): boolean {
  return program !== undefined || isApp === true
}

/** Where answers are paid for, a visitor says whom to pay: no other person could ask them later. */
function askingWho(survey: IntakeSurvey): IntakeSurvey {
  return { ...survey, participantRequired: survey.participantRequired || survey.surveyType === 'PAID' }
}

/** Throws NOT_FOUND when no survey has this address, or one of the callers may not know it. */
async function visit(db: Db, encodedId: string, ...actors: readonly Actor[]): Promise<number> {
  const needs = 'responses.enter'
  const apps = actors.filter(({ isApp }) => isApp)
  if (apps.some(({ permissions }) => !permissions.has(needs))) throw new AppError('FORBIDDEN', { data: { needs } })
  if (apps.length > 0) await openSurveyForAll(db, apps, 'enter', encodedId)
  const surveyId = await findLinkedSurvey(db, encodedId)
  const isOfAnother = ({ program }: Actor) => program && program.surveyId !== surveyId
  if (surveyId === undefined || actors.some(isOfAnother)) throw new AppError('NOT_FOUND')
  return surveyId
}

export const linkRoutes = [
  get,
  update,
  form,
  openFile,
  atEntrance(withFile, inTurn(intakeTurn, upload)),
  atEntrance(withResponse, takenTogether(surveyLinks.send, takeSent)),
]
