/** The places of the demo: towns, wells, markets, schools and clinics of Mozambique, about where they are. */

export const demoSiteCategories = [
  { title: 'Water point', description: 'Boreholes, wells and public taps.' },
  { title: 'Market', description: 'Where food is sold every week.' },
  { title: 'School', description: 'Primary schools with a kitchen.' },
  { title: 'Health centre', description: 'Clinics and rural hospitals.' },
] as const
type SiteCategory = (typeof demoSiteCategories)[number]['title']

export const demoIssueCategories = [
  { code: 'PUMP_BROKEN', title: 'Pump broken', appliesTo: 'SITE', description: 'No water until it is repaired.' },
  { code: 'ROAD_CLOSED', title: 'Road closed', appliesTo: 'SITE', description: 'Cannot be reached at the moment.' },
  { code: 'MISSING_ANSWERS', title: 'Answers missing', appliesTo: 'RESPONSE', description: null },
  { code: 'CONTRADICTION', title: 'Answers contradict each other', appliesTo: 'RESPONSE', description: null },
  { code: 'WRONG_PHONE', title: 'Wrong phone number', appliesTo: 'PAYMENT', description: null },
] as const
type IssueCode = (typeof demoIssueCategories)[number]['code']

/** Under the categories of `reference.ts`. */
export const demoSubcategories = [
  { title: 'Household water', category: 'Water and sanitation' },
  { title: 'Toilets and hygiene', category: 'Water and sanitation' },
  { title: 'Staple food prices', category: 'Markets and prices' },
  { title: 'Traders', category: 'Markets and prices' },
  { title: 'School meals', category: 'Education and nutrition' },
  { title: 'Growth of children', category: 'Education and nutrition' },
  { title: 'Irrigation', category: 'Agriculture' },
  { title: 'Medicine in stock', category: 'Health services' },
] as const

export interface DemoSite {
  code: string
  title: string
  category: SiteCategory
  /** Of the companies of `reference.ts`, by its place there. */
  company?: 0 | 1 | 2
  latitude: number
  longitude: number
  radiusMeters?: number
  address?: string
  issue?: IssueCode
  inactive?: true
  contactName?: string
  contactPhone?: string
}

/** By the town in the code of a site. */
const districts: Record<string, string> = {
  BEI: 'Cidade da Beira',
  BUZ: 'Búzi',
  CAI: 'Caia',
  CAT: 'Báruè',
  CHB: 'Chibabava',
  CHI: 'Cidade de Chimoio',
  CUA: 'Cuamba',
  DON: 'Dondo',
  GON: 'Gondola',
  GOR: 'Gorongosa',
  INC: 'Gondola',
  INH: 'Cidade de Inhambane',
  LIC: 'Cidade de Lichinga',
  MAF: 'Dondo',
  MAN: 'Manica',
  MAP: 'Cidade de Maputo',
  MAR: 'Marromeu',
  MIL: 'Milange',
  NAM: 'Cidade de Nampula',
  NHA: 'Nhamatanda',
  PEM: 'Cidade de Pemba',
  QUE: 'Cidade de Quelimane',
  SUS: 'Sussundenga',
  TET: 'Cidade de Tete',
  VIL: 'Vilankulo',
  XAI: 'Cidade de Xai-Xai',
}

/** The name of the district that a site is in. */
export function districtOf({ code }: Pick<DemoSite, 'code'>): string {
  const [, town = ''] = code.split('-')
  const { [town]: district } = districts
  if (district === undefined) throw new Error(`Nobody knows where ${code} lies`)
  return district
}

const water = { category: 'Water point', company: 0, radiusMeters: 150 } as const
const market = { category: 'Market', company: 2, radiusMeters: 300 } as const
const school = { category: 'School', company: 1, radiusMeters: 200 } as const
const clinic = { category: 'Health centre', radiusMeters: 250 } as const

function site(
  kind: Pick<DemoSite, 'category' | 'company' | 'radiusMeters'>,
  code: string,
  title: string,
  [latitude, longitude]: readonly [number, number],
  more: Partial<DemoSite> = {},
): DemoSite {
  return { ...kind, code, title, latitude, longitude, ...more }
}

export const demoSites: readonly DemoSite[] = [
  site(water, 'W-DON-01', 'Dondo, borehole by the station', [-19.6097, 34.7433]),
  site(water, 'W-DON-02', 'Dondo, Mafarinha tap', [-19.6202, 34.7311]),
  site(water, 'W-DON-03', 'Savane, village well', [-19.5706, 35.0794], { issue: 'ROAD_CLOSED' }),
  site(water, 'W-NHA-01', 'Nhamatanda, borehole at the crossing', [-19.2711, 34.2136]),
  site(water, 'W-NHA-02', 'Tica, public tap', [-19.4169, 34.4486]),
  site(water, 'W-NHA-03', 'Lamego, village pump', [-19.3344, 34.3397], { issue: 'PUMP_BROKEN' }),
  site(water, 'W-BUZ-01', 'Búzi, tap by the river', [-19.8839, 34.6006]),
  site(water, 'W-BUZ-02', 'Guara-Guara, resettlement borehole', [-19.8542, 34.4711]),
  site(water, 'W-GOR-01', 'Gorongosa, town borehole', [-18.6864, 34.0733]),
  site(water, 'W-CAI-01', 'Caia, tap at the bridge', [-17.8269, 35.3406]),
  site(water, 'W-MAR-01', 'Marromeu, mill borehole', [-18.2906, 35.9547], { inactive: true }),
  site(water, 'W-CHB-01', 'Chibabava, village well', [-20.2889, 33.6483]),
  site(market, 'M-BEI-01', 'Mercado do Maquinino', [-19.8342, 34.8447], {
    address: 'Rua General Machado, Beira',
    contactName: 'Celeste Muianga',
    contactPhone: '+258841110001',
  }),
  site(market, 'M-BEI-02', 'Mercado da Munhava', [-19.7997, 34.8606], {
    address: 'Estrada Nacional 6, Beira',
    contactName: 'Tomás Chiúre',
    contactPhone: '+258841110002',
  }),
  site(market, 'M-BEI-03', 'Mercado do Goto', [-19.8236, 34.8464], { address: 'Goto, Beira' }),
  site(market, 'M-CHI-01', 'Mercado 38 Milímetros, Chimoio', [-19.1053, 33.4722]),
  site(market, 'M-INC-01', 'Mercado de Inchope', [-19.2044, 33.9319]),
  site(market, 'M-TET-01', 'Mercado Kwachena, Tete', [-16.1564, 33.5867]),
  site(market, 'M-QUE-01', 'Mercado do Brandão, Quelimane', [-17.8653, 36.8914]),
  site(market, 'M-NAM-01', 'Mercado do Waresta, Nampula', [-15.1131, 39.2297]),
  site(market, 'M-MAP-01', 'Mercado do Zimpeto, Maputo', [-25.8206, 32.5706]),
  site(market, 'M-XAI-01', 'Mercado de Xai-Xai', [-25.0519, 33.6442]),
  site(market, 'M-INH-01', 'Mercado central de Inhambane', [-23.865, 35.3833]),
  site(school, 'E-DON-01', 'Escola Primária de Dondo Sede', [-19.6144, 34.7472]),
  site(school, 'E-MAF-01', 'Escola Primária de Mafambisse', [-19.5456, 34.6289]),
  site(school, 'E-NHA-01', 'Escola Primária de Nhamatanda', [-19.2753, 34.2194]),
  site(school, 'E-GOR-01', 'Escola Primária de Vunduzi', [-18.4889, 34.2347], { issue: 'ROAD_CLOSED' }),
  site(school, 'E-GON-01', 'Escola Primária de Gondola', [-19.0886, 33.6519]),
  site(school, 'E-MAN-01', 'Escola Primária de Manica', [-18.9364, 32.8758]),
  site(school, 'E-SUS-01', 'Escola Primária de Sussundenga', [-19.4128, 33.2917]),
  site(school, 'E-CAT-01', 'Escola Primária de Catandica', [-18.0594, 33.1714]),
  site(school, 'E-VIL-01', 'Escola Primária de Vilankulo', [-21.9975, 35.3133]),
  site(clinic, 'H-BEI-01', 'Centro de Saúde da Ponta Gêa', [-19.838, 34.848]),
  site(clinic, 'H-DON-01', 'Centro de Saúde de Dondo', [-19.6067, 34.7517]),
  site(clinic, 'H-BUZ-01', 'Hospital Rural de Búzi', [-19.8783, 34.6083]),
  site(clinic, 'H-MAR-01', 'Hospital Rural de Marromeu', [-18.2872, 35.9514]),
  site(clinic, 'H-CUA-01', 'Centro de Saúde de Cuamba', [-14.8031, 36.5372]),
  site(clinic, 'H-PEM-01', 'Centro de Saúde de Natite, Pemba', [-12.9739, 40.5178]),
  site(clinic, 'H-LIC-01', 'Centro de Saúde de Lichinga', [-13.3128, 35.2406]),
  site(clinic, 'H-MIL-01', 'Centro de Saúde de Milange', [-16.0958, 35.7722], { inactive: true }),
]
