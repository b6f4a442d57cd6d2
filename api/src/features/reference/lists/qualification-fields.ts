/**
 * Lists the fields of study: the 80 detailed fields of ISCED-F 2013 (UNESCO Institute for Statistics, Fields of Education
 * and Training 2013) with their codes, grouped by broad field.
 */
import type { ListItem } from './list-item.ts'

type BroadField = { name: string; fields: readonly string[] }

const broadFields: readonly BroadField[] = [
  {
    name: 'Generic programmes and qualifications',
    fields: [
      '0011 Basic programmes and qualifications',
      '0021 Literacy and numeracy',
      '0031 Personal skills and development',
    ],
  },
  {
    name: 'Education',
    fields: [
      '0111 Education science',
      '0112 Training for pre-school teachers',
      '0113 Teacher training without subject specialisation',
      '0114 Teacher training with subject specialisation',
    ],
  },
  {
    name: 'Arts and humanities',
    fields: [
      '0211 Audio-visual techniques and media production',
      '0212 Fashion, interior and industrial design',
      '0213 Fine arts',
      '0214 Handicrafts',
      '0215 Music and performing arts',
      '0221 Religion and theology',
      '0222 History and archaeology',
      '0223 Philosophy and ethics',
      '0231 Language acquisition',
      '0232 Literature and linguistics',
    ],
  },
  {
    name: 'Social sciences, journalism and information',
    fields: [
      '0311 Economics',
      '0312 Political sciences and civics',
      '0313 Psychology',
      '0314 Sociology and cultural studies',
      '0321 Journalism and reporting',
      '0322 Library, information and archival studies',
    ],
  },
  {
    name: 'Business, administration and law',
    fields: [
      '0411 Accounting and taxation',
      '0412 Finance, banking and insurance',
      '0413 Management and administration',
      '0414 Marketing and advertising',
      '0415 Secretarial and office work',
      '0416 Wholesale and retail sales',
      '0417 Work skills',
      '0421 Law',
    ],
  },
  {
    name: 'Natural sciences, mathematics and statistics',
    fields: [
      '0511 Biology',
      '0512 Biochemistry',
      '0521 Environmental sciences',
      '0522 Natural environments and wildlife',
      '0531 Chemistry',
      '0532 Earth sciences',
      '0533 Physics',
      '0541 Mathematics',
      '0542 Statistics',
    ],
  },
  {
    name: 'Information and Communication Technologies (ICTs)',
    fields: [
      '0611 Computer use',
      '0612 Database and network design and administration',
      '0613 Software and applications development and analysis',
    ],
  },
  {
    name: 'Engineering, manufacturing and construction',
    fields: [
      '0711 Chemical engineering and processes',
      '0712 Environmental protection technology',
      '0713 Electricity and energy',
      '0714 Electronics and automation',
      '0715 Mechanics and metal trades',
      '0716 Motor vehicles, ships and aircraft',
      '0721 Food processing',
      '0722 Materials (glass, paper, plastic and wood)',
      '0723 Textiles (clothes, footwear and leather)',
      '0724 Mining and extraction',
      '0731 Architecture and town planning',
      '0732 Building and civil engineering',
    ],
  },
  {
    name: 'Agriculture, forestry, fisheries and veterinary',
    fields: [
      '0811 Crop and livestock production',
      '0812 Horticulture',
      '0821 Forestry',
      '0831 Fisheries',
      '0841 Veterinary',
    ],
  },
  {
    name: 'Health and welfare',
    fields: [
      '0911 Dental studies',
      '0912 Medicine',
      '0913 Nursing and midwifery',
      '0914 Medical diagnostic and treatment technology',
      '0915 Therapy and rehabilitation',
      '0916 Pharmacy',
      '0917 Traditional and complementary medicine and therapy',
      '0921 Care of the elderly and of disabled adults',
      '0922 Child care and youth services',
      '0923 Social work and counselling',
    ],
  },
  {
    name: 'Services',
    fields: [
      '1011 Domestic services',
      '1012 Hair and beauty services',
      '1013 Hotel, restaurants and catering',
      '1014 Sports',
      '1015 Travel, tourism and leisure',
      '1021 Community sanitation',
      '1022 Occupational health and safety',
      '1031 Military and defence',
      '1032 Protection of persons and property',
      '1041 Transport services',
    ],
  },
]

export const qualificationFields: readonly ListItem[] = broadFields.flatMap(({ name: broadField, fields }) =>
  fields.map((field) => {
    const code = field.slice(0, 4)
    return { code, name: field.slice(5), details: { code, broadField } }
  }),
)
