SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA causeway;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE causeway.blocked (
    address text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE causeway.events (
    home text NOT NULL COLLATE pg_catalog."C",
    n integer NOT NULL,
    at bigint NOT NULL,
    line text NOT NULL,
    sum bigint NOT NULL
);
CREATE TABLE causeway.rounds (
    created bigint NOT NULL,
    round integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    home text NOT NULL COLLATE pg_catalog."C",
    began integer NOT NULL,
    series text NOT NULL,
    game text NOT NULL,
    rules text NOT NULL,
    rounds integer NOT NULL,
    first integer NOT NULL,
    moves integer NOT NULL,
    winner integer NOT NULL,
    ended integer NOT NULL,
    aided integer NOT NULL,
    open integer NOT NULL,
    name1 text NOT NULL,
    name2 text NOT NULL,
    player1 text NOT NULL,
    player2 text NOT NULL,
    who1 text NOT NULL COLLATE pg_catalog."C",
    who2 text NOT NULL COLLATE pg_catalog."C",
    played bigint NOT NULL
);
CREATE TABLE causeway.runs (
    who text NOT NULL COLLATE pg_catalog."C",
    against text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    round integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    seat integer NOT NULL,
    won integer NOT NULL,
    length bigint NOT NULL
);
CREATE TABLE causeway.served (
    node text NOT NULL,
    began bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE causeway.sums (
    who text NOT NULL COLLATE pg_catalog."C",
    game text NOT NULL COLLATE pg_catalog."C",
    seat integer NOT NULL,
    first integer NOT NULL,
    against text NOT NULL COLLATE pg_catalog."C",
    helped integer NOT NULL,
    played bigint NOT NULL,
    won bigint NOT NULL,
    moves bigint NOT NULL
);
CREATE TABLE causeway.tables (
    id text NOT NULL COLLATE pg_catalog."C",
    header text NOT NULL,
    sum bigint NOT NULL,
    flags integer NOT NULL,
    token1 text,
    token2 text,
    until bigint NOT NULL,
    created bigint NOT NULL,
    version integer NOT NULL
);
CREATE TABLE causeway.tasks (
    work text NOT NULL,
    n integer NOT NULL,
    text text NOT NULL,
    answer text[]
);
CREATE TABLE causeway.version (
    version integer
);
CREATE TABLE causeway.works (
    id text NOT NULL,
    kind text NOT NULL,
    version text NOT NULL,
    plan text NOT NULL,
    owner text NOT NULL,
    open boolean NOT NULL,
    made bigint NOT NULL,
    words text[] DEFAULT '{}'::text[] NOT NULL
);
CREATE SEQUENCE causeway.works_made_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE causeway.works_made_seq OWNED BY causeway.works.made;
ALTER TABLE ONLY causeway.works ALTER COLUMN made SET DEFAULT nextval('causeway.works_made_seq'::regclass);
INSERT INTO causeway.events VALUES ('g2mhtxmkmx2m', 1, 1794986400526, '{"n":1,"kind":"round","by":1,"source":"settled"}', -3504507551746932314);
INSERT INTO causeway.events VALUES ('g2mhtxmkmx2m', 2, 1794986400550, '{"n":2,"kind":"move","by":1,"move":"trap 2 5 10","outcome":"plain","commitment":"18b16eb6c5b0d5e704a63ff5a98688f28b19a5fd6809dd51184d1aa18af534f6","nonce":"1ef9f6a6623fe7fc01d34bcf56d2c6f0795cc43546ff5738905900299aae3501","spent":12}', -991760350870065265);
INSERT INTO causeway.events VALUES ('g2mhtxmkmx2m', 3, 1794986400567, '{"n":3,"kind":"move","by":2,"move":"run 2","outcome":"boom","spent":4}', -5364618521181000605);
INSERT INTO causeway.tables VALUES ('hnw311r3z3q0', '{"causeway":"record","version":3,"id":"hnw311r3z3q0","game":"blockade","rules":"length=11,stride=2,hop=no,spare=no,pass=no","names":["Ann","Ben"],"players":["human","human"],"first":1,"toss":"settled","deal":"settled","undo":"agreed","rematch":"agreed","hints":false,"rounds":1,"clock":{"base":0,"increment":0,"move":0},"created":"2026-11-18T07:20:00.576Z"}', 7225723992532389294, 257, '388870b629144407ee6b136f7ff64fc9775b1364d387005ff103dc336498d351', '8a736bc78a0822a717eca82942f0545e5a6aa797af5db2544922f95f42c098cc', 253402300799000, 1794986400576, 1);
INSERT INTO causeway.tables VALUES ('g2mhtxmkmx2m', '{"causeway":"record","version":3,"id":"g2mhtxmkmx2m","game":"trap-runner","rules":"length=10,traps=3,stride=3,passable=no,lives=1","names":["Ann","Ben"],"players":["human","human"],"first":1,"toss":"settled","deal":"settled","undo":"agreed","rematch":"agreed","hints":false,"rounds":1,"clock":{"base":0,"increment":0,"move":0},"created":"2026-11-18T07:20:00.471Z"}', -7968116410213896059, 768, '9ef7f73bef02815bd02d5d3ba5a316bd86c8049b6edd2790a23e6d5041749f77', '819f98a92b9c800219d38406a529d251bed5bea1fc1d105be4593b6f60e4884b', 253402300799000, 1794986400471, 1);
INSERT INTO causeway.version VALUES (7);
SELECT pg_catalog.setval('causeway.works_made_seq', 1, false);
ALTER TABLE ONLY causeway.blocked
    ADD CONSTRAINT blocked_pkey PRIMARY KEY (address);
ALTER TABLE ONLY causeway.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (home, n);
ALTER TABLE ONLY causeway.rounds
    ADD CONSTRAINT rounds_home_began_key UNIQUE (home, began);
ALTER TABLE ONLY causeway.rounds
    ADD CONSTRAINT rounds_id_key UNIQUE (id);
ALTER TABLE ONLY causeway.rounds
    ADD CONSTRAINT rounds_pkey PRIMARY KEY (created, round, id);
ALTER TABLE ONLY causeway.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (who, against, created, round, id, seat);
ALTER TABLE ONLY causeway.served
    ADD CONSTRAINT served_pkey PRIMARY KEY (node);
ALTER TABLE ONLY causeway.sums
    ADD CONSTRAINT sums_pkey PRIMARY KEY (who, game, seat, first, against, helped);
ALTER TABLE ONLY causeway.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY causeway.tables
    ADD CONSTRAINT tables_token1_key UNIQUE (token1);
ALTER TABLE ONLY causeway.tables
    ADD CONSTRAINT tables_token2_key UNIQUE (token2);
ALTER TABLE ONLY causeway.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (work, n);
ALTER TABLE ONLY causeway.works
    ADD CONSTRAINT works_pkey PRIMARY KEY (id);
CREATE INDEX rounds_created_round_id_idx ON causeway.rounds USING btree (created, round, id) WHERE (open = 1);
CREATE INDEX rounds_game_created_round_id_idx ON causeway.rounds USING btree (game, created, round, id);
CREATE INDEX rounds_game_created_round_id_idx1 ON causeway.rounds USING btree (game, created, round, id) WHERE (open = 1);
CREATE INDEX rounds_home_began_idx ON causeway.rounds USING btree (home, began) WHERE ((open = 1) AND (ended > 0));
CREATE INDEX rounds_lower_created_round_id_idx ON causeway.rounds USING btree (lower(who1), created, round, id);
CREATE INDEX rounds_lower_created_round_id_idx1 ON causeway.rounds USING btree (lower(who2), created, round, id);
CREATE INDEX rounds_lower_created_round_id_idx2 ON causeway.rounds USING btree (lower(who1), created, round, id) WHERE (open = 1);
CREATE INDEX rounds_lower_created_round_id_idx3 ON causeway.rounds USING btree (lower(who2), created, round, id) WHERE (open = 1);
CREATE INDEX rounds_lower_game_created_round_id_idx ON causeway.rounds USING btree (lower(who1), game, created, round, id);
CREATE INDEX rounds_lower_game_created_round_id_idx1 ON causeway.rounds USING btree (lower(who2), game, created, round, id);
CREATE INDEX rounds_lower_game_rules_created_round_id_idx ON causeway.rounds USING btree (lower(who1), game, rules, created, round, id) WHERE ((winner > 0) AND (player1 = 'human'::text) AND (substr(lower(who2), 1, 9) = 'computer:'::text) AND ((aided & 2) = 0));
CREATE INDEX rounds_lower_game_rules_created_round_id_idx1 ON causeway.rounds USING btree (lower(who2), game, rules, created, round, id) WHERE ((winner > 0) AND (player2 = 'human'::text) AND (substr(lower(who1), 1, 9) = 'computer:'::text) AND ((aided & 4) = 0));
CREATE INDEX rounds_played_created_round_id_idx ON causeway.rounds USING btree (played, created, round, id) WHERE (open = 1);
CREATE INDEX runs_who_against_length_idx ON causeway.runs USING btree (who, against, length) WHERE (won = 1);
CREATE INDEX sums_played_won_who_idx ON causeway.sums USING btree (played DESC, won DESC, who) WHERE (game = ''::text);
CREATE INDEX tables_created_id_idx ON causeway.tables USING btree (created DESC, id) WHERE ((flags & 3) = 1);
CREATE INDEX tables_created_id_idx1 ON causeway.tables USING btree (created DESC, id);
CREATE INDEX tables_until_idx ON causeway.tables USING btree (until);
CREATE INDEX tasks_work_n_idx ON causeway.tasks USING btree (work, n) WHERE (answer IS NULL);
CREATE INDEX tasks_work_n_idx1 ON causeway.tasks USING btree (work, n) WHERE (answer IS NOT NULL);
ALTER TABLE ONLY causeway.events
    ADD CONSTRAINT events_home_fkey FOREIGN KEY (home) REFERENCES causeway.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY causeway.rounds
    ADD CONSTRAINT rounds_home_fkey FOREIGN KEY (home) REFERENCES causeway.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY causeway.tasks
    ADD CONSTRAINT tasks_work_fkey FOREIGN KEY (work) REFERENCES causeway.works(id);
