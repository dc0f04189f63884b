/** What a report of a survey may hold. */
export const mostReports = 100
export const mostReportParts = 60
