/** One submission of a collecting app: it goes the way of all other responses, or of all other corrections. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SurveyContent } from '#domain/survey.ts'
import { intakeRefusal } from '#domain/intake.ts'
import { type EntryBody, EntryFields, longestFormKey } from '#contract/entry.ts'
import { problemsOf } from '#contract/problems.ts'
import { type AuditEntry, writeAudit } from '../audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, refuse as refuseIntake } from '../errors.ts'
import { anonymous } from '../http/context.ts'
import { withPatience } from '../http/patience.ts'
import type { TokenHolder } from '../http/survey-token.ts'
import { takeEntry } from '../responses/entry.ts'
import { getIntakeSurvey, type IntakeSurvey, lockSurvey } from '../responses/intake-store.ts'
import type { Services } from '../services.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { blankInstance } from '../xlsform/xform.ts'
import { collectExtras } from './collect-fields.ts'
import { correctResponse } from './correct.ts'
import { addName, findKnown } from './form-names.ts'
import { headOf, readSubmission } from './read-submission.ts'
import { readXml, type XmlNode } from './read-xml.ts'
import { documentIn, type ReceivedForm } from './receive.ts'
import { fileAnswers, judgeFiles, keepFiles } from './submission-files.ts'

/** Takes one post of a form in: a response, a correction of one, or files of either. */
export async function submit(
  services: Services,
  request: FastifyRequest,
  { holder, form: { xml: bytes, files, isIncomplete } }: { holder: TokenHolder; form: ReceivedForm },
): Promise<void> {
  const root = documentIn(bytes)
  const { formId, version, instanceId = '', deprecatedId } = headOf(root)
  const isNamed = [instanceId, deprecatedId ?? 'none'].every((name) => name !== '' && name.length <= longestFormKey)
  if (!isNamed || deprecatedId === instanceId) throw new AppError('COLLECT_FORM_WRONG')
  const { settings, database } = services
  const survey = await getIntakeSurvey(database.db, holder.surveyId)
  const filledIn = version ?? survey.currentVersion ?? 0
  if (survey.encodedId !== formId || filledIn < 1 || filledIn > (survey.currentVersion ?? 0))
    throw new AppError('COLLECT_FORM_WRONG')
  const { content } = await loadVersion(database.db, survey.id, filledIn)
  const { body: sent, files: named } = readSubmission(root, blankForm(survey, filledIn, content), content)
  const body = inBounds(sent)
  const judged = await judgeFiles(services, files, { named, content })
  const names = { surveyId: survey.id, instanceId, deprecatedId }
  const sha256 = createHash('sha256').update(bytes).digest()
  await withPatience(() =>
    inTransaction(database.db, async (db) => {
      // A form that comes twice at once meets its files, and a correction what it corrects.
      await lockSurvey(db, survey.id)
      const { itself, corrected } = await findKnown(db, names)
      const isNew = itself === undefined
      const responseId = isNew ? corrected?.responseId : undefined
      const ofForm = { surveyId: survey.id, instanceId, responseId }
      const about = { surveyId: survey.id, clientUuid: instanceId, source: 'API', collector: holder.name }
      const source = { actorId: 0, requestId: request.id, address: request.ip }
      if (itself && itself.kind !== 'OWN') {
        if (itself.sha256 && !itself.sha256.equals(sha256)) throw new AppError('FORM_EXISTS')
        if (deprecatedId !== undefined && !corrected) await addName(db, itself, { name: deprecatedId, sha256: null })
        return
      }
      if (judged.length > 0) await keepFiles(db, services, { ...ofForm, judged })
      if (isIncomplete) {
        // What a closed survey would not take needs no files.
        if (!itself && !corrected) refuseIntake(intakeRefusal(await getIntakeSurvey(db, survey.id), new Date()))
        const entry = { action: 'responses.attach', subjectType: 'survey', subjectId: survey.id, after: about }
        await writeAudit(db, [entry], source)
        return
      }
      const answers = { ...body.answers, ...(await fileAnswers(db, ofForm, named)) }
      const whole = { ...body, answers }
      if (isNew && corrected) {
        const entries: AuditEntry[] = []
        const program = { surveyId: survey.id, tokenId: holder.id, participant: holder.participant }
        const actor = { ...anonymous, username: holder.name, program }
        const editing = { db, actor, audit: (entry: AuditEntry) => void entries.push(entry), ...source }
        const correction = { ...corrected, instanceId, token: holder.id, body: whole, settings }
        await correctResponse(editing, correction)
        await addName(db, corrected, { name: instanceId, sha256 })
        await writeAudit(db, entries, source)
        return
      }
      const { id, isRepeated } = await takeEntry(db, survey.id, whole, {
        formKey: instanceId,
        source: 'API',
        collector: { token: holder.id },
        files: { form: instanceId },
        settings,
        versionOf: () => filledIn,
      })
      if (!isRepeated && deprecatedId !== undefined)
        await addName(db, { surveyId: survey.id, responseId: id }, { name: deprecatedId, sha256: null })
      const after = { ...about, repeated: isRepeated }
      await writeAudit(db, [{ action: 'responses.create', subjectType: 'form', subjectId: id, after }], source)
    }),
  )
}

/** Its names do not depend on what is asked or required by now. */
function blankForm({ encodedId: id, title }: IntakeSurvey, version: number, content: SurveyContent): XmlNode {
  const extras = collectExtras({ content, participantRequired: false, fence: 'OFF' })
  return readXml(blankInstance({ title, id, version, content }, extras))
}

/** An app knows no bounds of ours: it sends names of any length and moments of any year. */
function inBounds(body: EntryBody): EntryBody {
  const read = EntryFields.safeParse(body, { reportInput: true })
  if (!read.success) throw new AppError('VALIDATION_FAILED', { errors: problemsOf(read.error) })
  return read.data
}
