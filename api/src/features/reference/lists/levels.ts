/**
 * Lists the levels of qualifications and of teaching in their order, each with its level of ISCED 2011 (UNESCO
 * Institute for Statistics). An ISCED level has several entries if schools and employers distinguish them.
 */
import type { ListItem } from './list-item.ts'

function level(code: string, name: string, iscedLevel: number): ListItem {
  return { code, name, details: { iscedLevel } }
}

export const qualificationLevels: readonly ListItem[] = [
  level('no-formal', 'No formal qualification', 0),
  level('primary', 'Primary education', 1),
  level('lower-secondary', 'Lower secondary education', 2),
  level('secondary-certificate', 'Secondary school certificate (Grade 10)', 2),
  level('upper-secondary', 'Upper secondary education (Grade 12)', 3),
  level('vocational-secondary', 'Vocational upper secondary certificate', 3),
  level('post-secondary', 'Post-secondary non-tertiary certificate', 4),
  level('short-cycle', 'Associate degree or diploma', 5),
  level('advanced-diploma', 'Advanced or higher national diploma', 5),
  level('bachelor', 'Bachelor’s degree', 6),
  level('bachelor-honours', 'Bachelor’s degree with honours', 6),
  level('postgraduate-diploma', 'Postgraduate certificate or diploma', 7),
  level('master', 'Master’s degree', 7),
  level('master-research', 'Master’s degree by research', 7),
  level('doctorate', 'Doctorate', 8),
]

export const teachingLevels: readonly ListItem[] = [
  level('early-years', 'Early years', 0),
  level('primary', 'Primary school', 1),
  level('lower-secondary', 'Middle or lower secondary school', 2),
  level('secondary', 'Secondary school (Grades 9 and 10)', 2),
  level('upper-secondary', 'Upper secondary school (Grades 11 and 12)', 3),
  level('vocational', 'Vocational education', 4),
  level('undergraduate', 'Undergraduate', 6),
  level('postgraduate', 'Postgraduate', 7),
  level('doctoral', 'Doctoral', 8),
]
