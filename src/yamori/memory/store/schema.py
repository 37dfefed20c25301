"""The tables. Whatever is made of somebody's words names what it was made of, so that it can go with them."""

VERSION = 1
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE utterances (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, person TEXT NOT NULL, conversation TEXT NOT NULL, at TEXT NOT NULL,
    text TEXT NOT NULL, language TEXT NOT NULL, room TEXT, audience TEXT NOT NULL, kind TEXT NOT NULL,
    before INTEGER, session INTEGER NOT NULL, length INTEGER NOT NULL, vector BLOB
);
CREATE INDEX utterances_in_order ON utterances (conversation, person, audience, id);
CREATE INDEX utterances_by_session ON utterances (session, id);
CREATE INDEX utterances_before ON utterances (before);
CREATE INDEX utterances_by_person ON utterances (person, id);
CREATE INDEX utterances_unencoded ON utterances (id) WHERE vector IS NULL;
CREATE TABLE postings (
    scope TEXT NOT NULL, term TEXT NOT NULL, utterance INTEGER NOT NULL, session INTEGER NOT NULL, count INTEGER NOT NULL,
    length INTEGER NOT NULL, PRIMARY KEY (scope, term, utterance)
) WITHOUT ROWID;
CREATE TABLE scopes (scope TEXT PRIMARY KEY, utterances INTEGER NOT NULL, terms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE facts (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, person TEXT NOT NULL, audience TEXT NOT NULL, category TEXT NOT NULL,
    slot TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, term TEXT NOT NULL, expires TEXT, source_kind TEXT NOT NULL,
    utterance INTEGER, quote TEXT NOT NULL, source_where TEXT NOT NULL, since TEXT NOT NULL, confidence REAL NOT NULL,
    importance REAL NOT NULL, uses INTEGER NOT NULL, last_used TEXT, ended TEXT, replaced_by TEXT
);
CREATE INDEX facts_by_slot ON facts (person, term, category, slot);
CREATE INDEX facts_by_utterance ON facts (utterance);
CREATE TABLE days (
    person TEXT NOT NULL, day TEXT NOT NULL, summary TEXT NOT NULL, made_of TEXT NOT NULL, PRIMARY KEY (person, day)
) WITHOUT ROWID;
CREATE TABLE profiles (person TEXT PRIMARY KEY, text TEXT NOT NULL, made_of TEXT NOT NULL, made TEXT NOT NULL);
CREATE TABLE passes (
    key TEXT PRIMARY KEY, person TEXT NOT NULL, conversation TEXT NOT NULL, last INTEGER NOT NULL, at TEXT NOT NULL,
    applied INTEGER NOT NULL, refused TEXT NOT NULL
);
CREATE INDEX passes_by_conversation ON passes (conversation, person, last);
CREATE TABLE paused (person TEXT PRIMARY KEY, since TEXT NOT NULL, until TEXT);
"""
LATER = """
CREATE TABLE IF NOT EXISTS decided (
    person TEXT NOT NULL, habit TEXT NOT NULL, accepted INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (person, habit)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS offered (
    person TEXT NOT NULL, habit TEXT NOT NULL, conversation TEXT NOT NULL, turn TEXT NOT NULL, answered TEXT, PRIMARY KEY (person, habit)
) WITHOUT ROWID;
"""
"""Tables that a file of an earlier Yamori may lack; an earlier one does not mind them."""
