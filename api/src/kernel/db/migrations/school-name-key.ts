/**
 * Creates or replaces the function school_name_key. Existing databases get it from migration 0036, new databases
 * already from 0021, so both have the same function.
 */

/**
 * Reduces a name to its words in lower case, without accents of Latin letters, punctuation and symbols, joined by one
 * space: two spellings of one name get the same key. The collation is explicit, because lower() and the character
 * classes depend on it; every Postgres with ICU has ICU's root collation, whatever the database's locale. ICU does not
 * treat symbols as punctuation, so the common ones are listed. Its lower() writes a different sigma at the end of a
 * Greek word, so both forms are unified.
 */
export const createSchoolNameKey = `
  create or replace function school_name_key(name text) returns text language sql immutable strict parallel safe return
    coalesce(
      nullif(btrim(regexp_replace(
        normalize(
          regexp_replace(
            replace(lower(normalize(name, nfkd) collate "und-x-icu"), 'ς', 'σ'), E'[\\u0300-\\u036f]+', '', 'g'),
          nfc) collate "und-x-icu",
        E'[[:space:][:punct:]$+<=>^\`|~\\u00a2-\\u00bf\\u00d7\\u00f7\\u2044\\u20a0-\\u20c1\\u2190-\\u2bff\\U0001f000-\\U0001faff]+',
        ' ', 'g')), ''),
      lower(name collate "und-x-icu"))`
