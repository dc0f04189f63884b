/**
 * Product.md §2, written out by hand, so that a test has something else to hold the rights against than themselves: `r`
 * read, `w` write, `d` delete, other verbs by their names. What is not here is nobody's.
 */
const byHand: Record<string, Record<string, string>> = {
  ADMINISTRATOR: {
    companies: 'r w d',
    categories: 'r w d',
    units: 'r w d',
    subcategories: 'r w d',
    siteCategories: 'r w d',
    issueCategories: 'r w d',
    sites: 'r w d',
    surveys: 'r w d publish access all',
    responses: 'r edit review export enter personal',
    payments: 'r reject viewPhone',
    users: 'r w d export',
    admins: 'r w d',
    roles: 'r w d grantPayments',
    logs: 'r',
  },
  SURVEY_MANAGER: {
    companies: 'r w d',
    categories: 'r w d',
    units: 'r w d',
    subcategories: 'r w d',
    siteCategories: 'r w d',
    issueCategories: 'r w d',
    sites: 'r w d',
    surveys: 'r w d publish access',
    responses: 'r edit review export enter personal',
    users: 'r w d export',
  },
  REVIEWER: {
    companies: 'r',
    units: 'r',
    categories: 'r',
    subcategories: 'r',
    siteCategories: 'r',
    issueCategories: 'r',
    sites: 'r',
    surveys: 'r',
    responses: 'r edit review',
    users: 'r',
  },
  PAYMENT_INITIATOR: {
    companies: 'r',
    units: 'r',
    categories: 'r',
    subcategories: 'r',
    siteCategories: 'r',
    issueCategories: 'r',
    sites: 'r',
    surveys: 'r all',
    responses: 'r',
    payments: 'r initiate reject viewPhone',
    users: 'r',
  },
  PAYMENT_APPROVER: {
    companies: 'r',
    categories: 'r',
    units: 'r',
    subcategories: 'r',
    siteCategories: 'r',
    issueCategories: 'r',
    sites: 'r',
    surveys: 'r all',
    responses: 'r',
    payments: 'r approve reject viewPhone',
    users: 'r',
  },
  PAYMENT_AUTHORIZER: {
    companies: 'r',
    categories: 'r',
    units: 'r',
    subcategories: 'r',
    siteCategories: 'r',
    issueCategories: 'r',
    sites: 'r',
    surveys: 'r all',
    responses: 'r',
    payments: 'r authorize reject viewPhone',
    users: 'r',
  },
  AUDITOR: {
    companies: 'r',
    categories: 'r',
    units: 'r',
    subcategories: 'r',
    siteCategories: 'r',
    issueCategories: 'r',
    sites: 'r',
    surveys: 'r all',
    responses: 'r export',
    payments: 'r',
    users: 'r export',
    admins: 'r',
    roles: 'r',
    logs: 'r',
  },
  PARTICIPANT: { surveys: 'r' },
}

const words: Record<string, string> = { r: 'read', w: 'write', d: 'delete' }

/** Names of permissions by role. */
export const rightsByHand: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byHand).map(([role, areas]) => {
    const names = Object.entries(areas).flatMap(([area, list]) =>
      list.split(' ').map((verb) => `${area}.${words[verb] ?? verb}`),
    )
    return [role, new Set(names)]
  }),
)
