import { accessRoutes } from './access-routes.ts'
import { answerRoutes } from './answer-routes.ts'
import { lifeRoutes } from './life-routes.ts'
import { surveyFileRoutes } from './file-routes.ts'
import { geolocationRoutes } from './geolocation-routes.ts'
import { paidSampleRoutes } from './paid-sample.ts'
import { questionRoutes } from './question-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { sectionRoutes } from './section-routes.ts'
import { skipRoutes } from './skip-routes.ts'
import { surveyRoutes } from './survey-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { translationRoutes } from './translation-routes.ts'
import { versionRoutes } from './version-routes.ts'

export const surveyAreaRoutes = [
  ...surveyRoutes,
  ...lifeRoutes,
  ...sectionRoutes,
  ...questionRoutes,
  ...answerRoutes,
  ...accessRoutes,
  ...tokenRoutes,
  ...reportRoutes,
  ...translationRoutes,
  ...versionRoutes,
  ...geolocationRoutes,
  ...skipRoutes,
  ...surveyFileRoutes,
  ...paidSampleRoutes,
]
