/**
 * Mozambique for the demo: the country, its provinces and districts with their P-codes.
 *
 * Source: Mozambique, Subnational Administrative Boundaries (COD-AB), Instituto Nacional de Estatística and OCHA,
 * https://data.humdata.org/dataset/cod-ab-moz, CC BY 3.0 IGO. Names are written as in Portuguese, which the source does
 * not always do; the lake and the two islands in it that the source counts among the districts of Niassa are left out.
 */
const provinces: Record<string, [name: string, districts: string]> = {
  MZ01: [
    'Cabo Delgado',
    `01 Ancuabe, 02 Balama, 03 Chiúre, 04 Cidade de Pemba, 05 Ibo, 06 Macomia, 07 Mecúfi, 08 Meluco, 09 Metuge,
     10 Mocímboa da Praia, 11 Montepuez, 12 Mueda, 13 Muidumbe, 14 Namuno, 15 Nangade, 16 Palma, 18 Quissanga`,
  ],
  MZ02: [
    'Gaza',
    `01 Bilene, 02 Chibuto, 03 Chicualacuala, 04 Chigubo, 05 Chókwè, 06 Chongoene, 07 Cidade de Xai-Xai, 08 Guijá,
     09 Limpopo, 10 Mabalane, 11 Mandlakaze, 12 Mapai, 13 Massangena, 14 Massingir`,
  ],
  MZ03: [
    'Inhambane',
    `01 Cidade de Inhambane, 02 Funhalouro, 03 Govuro, 04 Homoíne, 05 Inharrime, 06 Inhassoro, 07 Jangamo, 08 Mabote,
     09 Massinga, 10 Maxixe, 11 Morrumbene, 12 Panda, 13 Vilankulo, 14 Zavala`,
  ],
  MZ04: [
    'Manica',
    `01 Báruè, 02 Cidade de Chimoio, 03 Gondola, 04 Guro, 05 Macate, 06 Machaze, 07 Macossa, 08 Manica, 09 Mossurize,
     10 Sussundenga, 11 Tambara, 12 Vanduzi`,
  ],
  MZ05: [
    'Maputo',
    `01 Boane, 02 Cidade da Matola, 03 Magude, 04 Manhiça, 05 Marracuene, 06 Matutuíne, 07 Moamba, 08 Namaacha`,
  ],
  MZ06: ['Maputo (cidade)', '01 Cidade de Maputo'],
  MZ07: [
    'Nampula',
    `01 Angoche, 02 Cidade de Nampula, 03 Eráti, 04 Ilha de Moçambique, 05 Lalaua, 06 Larde, 07 Liúpo, 08 Malema,
     09 Meconta, 10 Mecubúri, 11 Memba, 12 Mogincual, 13 Mogovolas, 14 Moma, 15 Monapo, 16 Mossuril, 17 Muecate,
     18 Murrupula, 19 Nacala, 20 Nacala-a-Velha, 21 Nacarôa, 22 Rapale, 23 Ribáuè`,
  ],
  MZ08: [
    'Niassa',
    `01 Chimbonila, 02 Cidade de Lichinga, 03 Cuamba, 06 Lago, 08 Majune, 09 Mandimba, 10 Marrupa, 11 Maúa, 12 Mavago,
     13 Mecanhelas, 14 Mecula, 15 Metarica, 16 Muembe, 17 Ngaúma, 18 Nipepe, 19 Sanga`,
  ],
  MZ09: [
    'Sofala',
    `01 Búzi, 02 Caia, 03 Chemba, 04 Cheringoma, 05 Chibabava, 06 Cidade da Beira, 07 Dondo, 08 Gorongosa, 09 Machanga,
     10 Maringuè, 11 Marromeu, 12 Muanza, 13 Nhamatanda`,
  ],
  MZ10: [
    'Tete',
    `01 Angónia, 02 Cahora Bassa, 03 Changara, 04 Chifunde, 05 Chiúta, 06 Cidade de Tete, 07 Dôa, 08 Macanga, 09 Mágoè,
     10 Marara, 11 Marávia, 12 Moatize, 13 Mutarara, 14 Tsangano, 15 Zumbu`,
  ],
  MZ11: [
    'Zambézia',
    `01 Alto Molócuè, 02 Chinde, 03 Cidade de Quelimane, 04 Derre, 05 Gilé, 06 Gurué, 07 Ile, 08 Inhassunge, 09 Luabo,
     10 Lugela, 11 Maganja da Costa, 12 Maquival, 13 Milange, 14 Mocuba, 15 Mocubela, 16 Molumbo, 17 Mopeia,
     18 Morrumbala, 19 Mulevala, 20 Namacurra, 21 Namarrói, 22 Nicoadala, 23 Pebane`,
  ],
}

export type UnitLine = [code: string, name: string, parentCode: string | null]

/** The lines of a file as the import takes it, below `code, name, parentCode`. */
export function mozambique(): UnitLine[] {
  const lines: UnitLine[] = [['MZ', 'Moçambique', null]]
  for (const [code, [name, districts]] of Object.entries(provinces)) {
    lines.push([code, name, 'MZ'])
    for (const district of districts.split(',')) {
      const [, number = '', districtName = ''] = /^(\d\d) (.+)$/.exec(district.trim()) ?? []
      lines.push([code + number, districtName, code])
    }
  }
  return lines
}
