-- The schema. TODO: partitions
CREATE SCHEMA IF NOT EXISTS app;
CREATE TYPE app.mood AS ENUM ('sad', 'ok; not an end', 'happy');

-- People who log in.
CREATE TABLE IF NOT EXISTS app.users (
  id bigserial PRIMARY KEY,
  email varchar(255) NOT NULL UNIQUE, -- lower case
  "display name" text DEFAULT 'it''s me',
  balance numeric(10, 2) CHECK (balance >= 0),
  /* block */ created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email CHECK (position('@' in email) > 0),
  FOREIGN KEY (id) REFERENCES app.accounts (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX CONCURRENTLY users_email_idx ON app.users (lower(email)) WHERE email IS NOT NULL;
CREATE OR REPLACE VIEW app.active_users (id, email) AS
  SELECT id, email FROM app.users WHERE created_at > now() - interval '30 days';
CREATE MATERIALIZED VIEW app.totals AS SELECT count(*) FROM app.users;

-- Adds one.
CREATE OR REPLACE FUNCTION app.add_one(n integer DEFAULT 1, OUT total integer)
RETURNS integer LANGUAGE plpgsql AS $body$
BEGIN
  IF n > 1 THEN
    RETURN n + 1; -- CREATE TABLE not_one (x int);
  END IF;
  RETURN 1;
END;
$body$;
CREATE TRIGGER touch BEFORE UPDATE ON app.users FOR EACH ROW EXECUTE FUNCTION app.touch();
CREATE TABLE app.copy AS SELECT * FROM app.users;
CREATE TABLE app.part PARTITION OF app.users FOR VALUES FROM (1) TO (10);
ALTER TABLE app.users ADD COLUMN age int;
ALTER TABLE ONLY app.users OWNER TO admin;
INSERT INTO app.users (email) VALUES ('a@example.org; CREATE TABLE no (x int);');
INSERT INTO app.users (email) VALUES ('b@example.org');
GRANT SELECT ON app.users TO reader;
CREATE TABLE unclosed (a int, b text
