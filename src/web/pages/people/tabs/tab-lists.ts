/** Which tabs the two kinds of people have, in order. One more is a line. */
import { lazyComponent } from '../../../lazy-component.ts'
import { ParticipantProfile } from './ParticipantProfile.tsx'
import type { PersonTab } from './PersonTabs.tsx'
import { StaffProfile } from './StaffProfile.tsx'

const access: PersonTab = {
  key: 'access',
  text: 'people.tab.access',
  Panel: lazyComponent(async () => (await import('./AccessPanel.tsx')).AccessPanel),
}
const history: PersonTab = {
  key: 'history',
  text: 'history.title',
  Panel: lazyComponent(async () => (await import('./HistoryPanel.tsx')).HistoryPanel),
}

export const participantTabs: readonly [PersonTab, ...PersonTab[]] = [
  { key: 'profile', text: 'people.profile', Panel: ParticipantProfile },
  {
    key: 'responses',
    text: 'responses.title',
    needs: 'responses.read',
    Panel: lazyComponent(async () => (await import('./ResponsesPanel.tsx')).ResponsesPanel),
  },
  {
    key: 'tasks',
    text: 'people.tab.tasks',
    needs: 'tasks.read',
    Panel: lazyComponent(async () => (await import('./TasksPanel.tsx')).TasksPanel, 'tasks'),
  },
  {
    key: 'payments',
    text: 'payments.title',
    needs: 'payments.read',
    Panel: lazyComponent(async () => (await import('./PaymentsPanel.tsx')).PaymentsPanel),
  },
  access,
  history,
]

export const staffTabs: readonly [PersonTab, ...PersonTab[]] = [
  { key: 'profile', text: 'people.profile', Panel: StaffProfile },
  access,
  {
    key: 'sessions',
    text: 'sessions.title',
    Panel: lazyComponent(async () => (await import('../SessionsPanel.tsx')).SessionsPanel),
  },
  history,
]
