/**
 * Creates or replaces the function school_name_key. Databases that exist get it from migration 0036, new ones already from
 * 0021, so both have the same function.
 */

/**
 * The words of a name in lower case, without accents of Latin letters, punctuation and symbols, joined by one space: equal
 * for two spellings of one name. The collation is named, because lower() and the classes of characters depend on it, and
 * ICU's root collation is in every Postgres that has ICU, whatever the locale of the database. ICU counts symbols as no
 * punctuation, so the common ones are listed; and it ends a Greek word with another sigma than it begins one.
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
