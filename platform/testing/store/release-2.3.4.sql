-- A database that release 2.3.4 made and played on: an ended visit with free spins, one that was cashed out, and an
-- open one whose process died while a spin was under way. Made by pg_dump, without most of the spins.
CREATE TABLE public.accounts (
    id text NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    CONSTRAINT accounts_not_negative CHECK (((balance >= 0) OR (id = 'house'::text)))
);
CREATE TABLE public.brands (
    id integer NOT NULL,
    name text NOT NULL,
    brand text NOT NULL,
    game text NOT NULL
);
CREATE TABLE public.chat_messages (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    contact_id text NOT NULL,
    from_player boolean NOT NULL,
    automatic boolean DEFAULT false NOT NULL,
    unread boolean DEFAULT false NOT NULL,
    message jsonb NOT NULL,
    request_id text,
    at timestamp with time zone NOT NULL
);
ALTER TABLE public.chat_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.chat_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.entries (
    movement_id bigint NOT NULL,
    account_id text NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint NOT NULL,
    CONSTRAINT entries_amount_check CHECK ((amount <> 0))
);
CREATE TABLE public.events (
    id bigint NOT NULL,
    player_id bigint,
    type text NOT NULL,
    ip text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE public.events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.logins (
    id text NOT NULL,
    player_id bigint NOT NULL,
    ip text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);
CREATE TABLE public.machines (
    id integer NOT NULL,
    brand_id integer NOT NULL,
    name text NOT NULL,
    seat_player bigint,
    visit_id bigint,
    seated_at timestamp with time zone,
    held_until timestamp with time zone,
    stake bigint DEFAULT 0 NOT NULL,
    free_spins integer DEFAULT 0 NOT NULL,
    free_stake bigint DEFAULT 0 NOT NULL,
    bonus_win bigint DEFAULT 0 NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    fault text,
    CONSTRAINT machines_fault_check CHECK ((fault = ANY (ARRAY['error'::text, 'offline'::text]))),
    CONSTRAINT machines_free_spins_check CHECK ((free_spins >= 0))
);
CREATE TABLE public.movements (
    id bigint NOT NULL,
    request_id text NOT NULL,
    kind text NOT NULL,
    fingerprint text NOT NULL,
    player_id bigint,
    machine_id integer,
    answer jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.movements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.movements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.players (
    id bigint NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text NOT NULL,
    pin_hash text,
    name text DEFAULT ''::text NOT NULL,
    lastname text DEFAULT ''::text NOT NULL,
    email text,
    "group" text DEFAULT 'user'::text NOT NULL,
    permissions jsonb DEFAULT '[]'::jsonb NOT NULL,
    password_changed_at timestamp with time zone DEFAULT now() NOT NULL,
    banned boolean DEFAULT false NOT NULL,
    failed_logins integer DEFAULT 0 NOT NULL,
    blocked_until timestamp with time zone,
    is_demo boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    preferences jsonb DEFAULT '{}'::jsonb NOT NULL,
    chat_status text DEFAULT 'online'::text NOT NULL,
    CONSTRAINT players_chat_status_check CHECK ((chat_status = ANY (ARRAY['online'::text, 'do-not-disturb'::text, 'away'::text, 'offline'::text])))
);
ALTER TABLE public.players ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.players_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.spins (
    id bigint NOT NULL,
    request_id text NOT NULL,
    machine_id integer NOT NULL,
    player_id bigint NOT NULL,
    visit_id bigint NOT NULL,
    game text NOT NULL,
    stake bigint NOT NULL,
    free boolean NOT NULL,
    stops jsonb NOT NULL,
    wins jsonb NOT NULL,
    win bigint NOT NULL,
    jackpot_hit boolean NOT NULL,
    jackpot bigint DEFAULT 0 NOT NULL,
    free_awarded integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    CONSTRAINT spins_win_check CHECK ((win >= 0))
);
ALTER TABLE public.spins ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.spins_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.visits (
    id bigint NOT NULL,
    player_id bigint NOT NULL,
    machine_id integer NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    cash_in bigint DEFAULT 0 NOT NULL,
    cash_out bigint DEFAULT 0 NOT NULL,
    spins integer DEFAULT 0 NOT NULL,
    free_spins integer DEFAULT 0 NOT NULL
);
ALTER TABLE public.visits ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.visits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO public.accounts VALUES
	('wallet:4', 1000000, 1),
	('jackpot:3', 967503, 4),
	('jackpot:2', 3215000, 1),
	('house', -17773219, 24),
	('machine:9', 19900, 5),
	('jackpot:4', 2250000, 1),
	('jackpot:6', 4080000, 1),
	('jackpot:1', 1840002, 3),
	('wallet:1', 1000850, 4),
	('machine:1', 0, 5),
	('jackpot:5', 1412004, 3),
	('wallet:2', 1007960, 3),
	('machine:5', 0, 8),
	('wallet:3', 980000, 2);
INSERT INTO public.brands VALUES
	(1, 'Kervan', 'kervan', 'lines10'),
	(2, 'Bosfor', 'bosfor', 'ways243'),
	(3, 'Nar', 'nar', 'classic5'),
	(4, 'Lodos', 'lodos', 'lines10'),
	(5, 'Zeytin', 'zeytin', 'classic5'),
	(6, 'Ocak', 'ocak', 'ways243');
INSERT INTO public.entries VALUES
	(1, 'house', -1000000, -1000000),
	(1, 'wallet:1', 1000000, 1000000),
	(2, 'house', -1000000, -2000000),
	(2, 'wallet:2', 1000000, 1000000),
	(3, 'house', -1000000, -3000000),
	(3, 'wallet:3', 1000000, 1000000),
	(4, 'house', -1000000, -4000000),
	(4, 'wallet:4', 1000000, 1000000),
	(5, 'house', -1840000, -5840000),
	(5, 'jackpot:1', 1840000, 1840000),
	(6, 'house', -3215000, -9055000),
	(6, 'jackpot:2', 3215000, 3215000),
	(7, 'house', -967500, -10022500),
	(7, 'jackpot:3', 967500, 967500),
	(8, 'house', -2250000, -12272500),
	(8, 'jackpot:4', 2250000, 2250000),
	(9, 'house', -1412000, -13684500),
	(9, 'jackpot:5', 1412000, 1412000),
	(10, 'house', -4080000, -17764500),
	(10, 'jackpot:6', 4080000, 4080000),
	(11, 'house', -1000, -17765500),
	(11, 'wallet:1', 1000, 1001000),
	(12, 'wallet:1', -20000, 981000),
	(12, 'machine:1', 20000, 20000),
	(13, 'machine:1', -100, 19900),
	(13, 'house', 99, -17765401),
	(13, 'jackpot:1', 1, 1840001),
	(14, 'machine:1', -100, 19800),
	(14, 'house', 99, -17765302),
	(14, 'jackpot:1', 1, 1840002),
	(15, 'house', -50, -17765352),
	(15, 'machine:1', 50, 19850),
	(33, 'machine:1', -19850, 0),
	(33, 'wallet:1', 19850, 1000850),
	(34, 'wallet:2', -20000, 980000),
	(34, 'machine:5', 20000, 20000),
	(35, 'machine:5', -200, 19800),
	(35, 'house', 198, -17765154),
	(35, 'jackpot:5', 2, 1412002),
	(38, 'machine:5', -200, 19600),
	(38, 'house', 198, -17764956),
	(38, 'jackpot:5', 2, 1412004),
	(39, 'house', -1000, -17765956),
	(39, 'machine:5', 1000, 20600),
	(42, 'house', -1200, -17767156),
	(42, 'machine:5', 1200, 21800),
	(44, 'house', -4800, -17771956),
	(44, 'machine:5', 4800, 26600),
	(46, 'house', -1360, -17773316),
	(46, 'machine:5', 1360, 27960),
	(48, 'machine:5', -27960, 0),
	(48, 'wallet:2', 27960, 1007960),
	(49, 'wallet:3', -20000, 980000),
	(49, 'machine:9', 20000, 20000),
	(50, 'machine:9', -100, 19900),
	(50, 'house', 99, -17773217),
	(50, 'jackpot:3', 1, 967501),
	(51, 'machine:9', -100, 19800),
	(51, 'house', 99, -17773118),
	(51, 'jackpot:3', 1, 967502),
	(52, 'house', -200, -17773318),
	(52, 'machine:9', 200, 20000),
	(57, 'machine:9', -100, 19900),
	(57, 'house', 99, -17773219),
	(57, 'jackpot:3', 1, 967503);
INSERT INTO public.kysely_migration VALUES
	('0001-all', '2026-11-28T20:06:23.649Z'),
	('0002-machine-fault', '2026-11-28T20:06:23.651Z'),
	('0003-preferences-and-chat', '2026-11-28T20:06:23.657Z'),
	('0004-spins-of-player', '2026-11-28T20:06:23.658Z');
INSERT INTO public.kysely_migration_lock VALUES
	('migration_lock', 0);
INSERT INTO public.machines VALUES
	(2, 2, 'Bosfor 01', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(3, 3, 'Nar 01', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(4, 4, 'Lodos 01', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(6, 6, 'Ocak 01', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(7, 1, 'Kervan 02', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(8, 2, 'Bosfor 02', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(10, 4, 'Lodos 02', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(11, 5, 'Zeytin 02', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(12, 6, 'Ocak 02', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL),
	(5, 5, 'Zeytin 01', NULL, NULL, NULL, NULL, 200, 0, 200, 7360, 22, NULL),
	(9, 3, 'Nar 02', 3, 3, '2026-01-01 00:08:06+00', NULL, 100, 0, 0, 0, 15, NULL),
	(1, 1, 'Kervan 01', NULL, NULL, NULL, NULL, 100, 0, 0, 0, 32, NULL);
INSERT INTO public.movements OVERRIDING SYSTEM VALUE VALUES
	(1, 'demo:1:start', 'deposit', 'demo', 1, NULL, '{}', '2026-11-28 20:06:23.698+00'),
	(2, 'demo:2:start', 'deposit', 'demo', 2, NULL, '{}', '2026-11-28 20:06:23.749+00'),
	(3, 'demo:3:start', 'deposit', 'demo', 3, NULL, '{}', '2026-11-28 20:06:23.752+00'),
	(4, 'demo:4:start', 'deposit', 'demo', 4, NULL, '{}', '2026-11-28 20:06:23.763+00'),
	(5, 'jackpot-seed:1', 'jackpot-seed', 'seed 1', NULL, NULL, '{}', '2026-01-01 00:00:00+00'),
	(6, 'jackpot-seed:2', 'jackpot-seed', 'seed 2', NULL, NULL, '{}', '2026-01-01 00:00:00+00'),
	(7, 'jackpot-seed:3', 'jackpot-seed', 'seed 3', NULL, NULL, '{}', '2026-01-01 00:00:00+00'),
	(8, 'jackpot-seed:4', 'jackpot-seed', 'seed 4', NULL, NULL, '{}', '2026-01-01 00:00:00+00'),
	(9, 'jackpot-seed:5', 'jackpot-seed', 'seed 5', NULL, NULL, '{}', '2026-01-01 00:00:00+00'),
	(10, 'jackpot-seed:6', 'jackpot-seed', 'seed 6', NULL, NULL, '{}', '2026-01-01 00:00:00+00'),
	(11, 'p1:b1', 'bonus', 'bonus', 1, NULL, '{"seq": 2, "amount": 1000, "balance": 1001000}', '2026-01-01 00:00:00+00'),
	(12, 'p1:load-0', 'cash-in', 'load 1 20000', 1, 1, '{"seq": 3, "game": {"seq": 2, "win": 0, "spin": null, "phase": "idle", "stake": 100, "credit": 20000, "bonusWin": 0, "freeSpins": 0}, "balance": 981000}', '2026-01-01 00:00:00+00'),
	(13, 'p1:spin-1', 'stake', 'spin 1 100', 1, 1, '{"game": {"seq": 3, "win": 0, "spin": {"id": "1", "win": 0, "free": false, "stake": 100, "jackpot": 0}, "phase": "spinning", "stake": 100, "credit": 19900, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:00:00+00'),
	(14, 'p1:spin-2', 'stake', 'spin 1 100', 1, 1, '{"game": {"seq": 5, "win": 0, "spin": {"id": "2", "win": 0, "free": false, "stake": 100, "jackpot": 0}, "phase": "spinning", "stake": 100, "credit": 19800, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:00:06+00'),
	(15, 'spin:2:win', 'win', 'win 2', 1, 1, '{"credit": 19850, "jackpot": 0}', '2026-01-01 00:00:12+00'),
	(33, 'visit:1:30', 'cash-out', 'cash-out 1', 1, 1, '{"seq": 4, "game": {"seq": 31, "win": 0, "spin": {"id": "2", "win": 0, "free": false, "stake": 100, "jackpot": 0}, "phase": "idle", "stake": 100, "credit": 0, "bonusWin": 0, "freeSpins": 0}, "amount": 19850, "balance": 1000850}', '2026-01-01 00:01:24+00'),
	(34, 'p2:load-15', 'cash-in', 'load 5 20000', 2, 5, '{"seq": 2, "game": {"seq": 2, "win": 0, "spin": null, "phase": "idle", "stake": 100, "credit": 20000, "bonusWin": 0, "freeSpins": 0}, "balance": 980000}', '2026-01-01 00:01:24+00'),
	(35, 'p2:spin-16', 'stake', 'spin 5 200', 2, 5, '{"game": {"seq": 3, "win": 0, "spin": {"id": "15", "win": 0, "free": false, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 19800, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:01:24+00'),
	(38, 'p2:spin-19', 'stake', 'spin 5 200', 2, 5, '{"game": {"seq": 9, "win": 0, "spin": {"id": "18", "win": 0, "free": false, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 19600, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:01:42+00'),
	(39, 'spin:18:win', 'win', 'win 18', 2, 5, '{"credit": 20600, "jackpot": 0}', '2026-01-01 00:01:48+00'),
	(40, 'p2:spin-20', 'free-spin', 'spin 5 200', 2, 5, '{"game": {"seq": 11, "win": 0, "spin": {"id": "19", "win": 0, "free": true, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 20600, "bonusWin": 0, "freeSpins": 4}}', '2026-01-01 00:01:48+00'),
	(41, 'p2:spin-21', 'free-spin', 'spin 5 200', 2, 5, '{"game": {"seq": 13, "win": 0, "spin": {"id": "20", "win": 0, "free": true, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 20600, "bonusWin": 0, "freeSpins": 3}}', '2026-01-01 00:01:54+00'),
	(42, 'spin:20:win', 'win', 'win 20', 2, 5, '{"credit": 21800, "jackpot": 0}', '2026-01-01 00:02:00+00'),
	(43, 'p2:spin-22', 'free-spin', 'spin 5 200', 2, 5, '{"game": {"seq": 15, "win": 0, "spin": {"id": "21", "win": 0, "free": true, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 21800, "bonusWin": 1200, "freeSpins": 2}}', '2026-01-01 00:02:00+00'),
	(44, 'spin:21:win', 'win', 'win 21', 2, 5, '{"credit": 26600, "jackpot": 0}', '2026-01-01 00:02:06+00'),
	(45, 'p2:play-out:5:16', 'free-spin', 'spin 5 200', 2, 5, '{"game": {"seq": 17, "win": 0, "spin": {"id": "22", "win": 0, "free": true, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 26600, "bonusWin": 6000, "freeSpins": 1}}', '2026-01-01 00:08:06+00'),
	(46, 'spin:22:win', 'win', 'win 22', 2, 5, '{"credit": 27960, "jackpot": 0}', '2026-01-01 00:08:06+00'),
	(47, 'p2:play-out:5:18', 'free-spin', 'spin 5 200', 2, 5, '{"game": {"seq": 19, "win": 0, "spin": {"id": "23", "win": 0, "free": true, "stake": 200, "jackpot": 0}, "phase": "spinning", "stake": 200, "credit": 27960, "bonusWin": 7360, "freeSpins": 0}}', '2026-01-01 00:08:06+00'),
	(48, 'visit:2:20', 'cash-out', 'cash-out 5', 2, 5, '{"seq": 3, "game": {"seq": 21, "win": 0, "spin": {"id": "23", "win": 0, "free": true, "stake": 200, "jackpot": 0}, "phase": "idle", "stake": 200, "credit": 0, "bonusWin": 7360, "freeSpins": 0}, "amount": 27960, "balance": 1007960}', '2026-01-01 00:08:06+00'),
	(49, 'p3:load-23', 'cash-in', 'load 9 20000', 3, 9, '{"seq": 2, "game": {"seq": 2, "win": 0, "spin": null, "phase": "idle", "stake": 100, "credit": 20000, "bonusWin": 0, "freeSpins": 0}, "balance": 980000}', '2026-01-01 00:08:06+00'),
	(50, 'p3:spin-24', 'stake', 'spin 9 100', 3, 9, '{"game": {"seq": 3, "win": 0, "spin": {"id": "24", "win": 0, "free": false, "stake": 100, "jackpot": 0}, "phase": "spinning", "stake": 100, "credit": 19900, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:08:06+00'),
	(51, 'p3:spin-25', 'stake', 'spin 9 100', 3, 9, '{"game": {"seq": 5, "win": 0, "spin": {"id": "25", "win": 0, "free": false, "stake": 100, "jackpot": 0}, "phase": "spinning", "stake": 100, "credit": 19800, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:08:12+00'),
	(52, 'spin:25:win', 'win', 'win 25', 3, 9, '{"credit": 20000, "jackpot": 0}', '2026-01-01 00:08:18+00'),
	(57, 'p3:last', 'stake', 'spin 9 100', 3, 9, '{"game": {"seq": 15, "win": 0, "spin": {"id": "30", "win": 0, "free": false, "stake": 100, "jackpot": 0}, "phase": "spinning", "stake": 100, "credit": 19900, "bonusWin": 0, "freeSpins": 0}}', '2026-01-01 00:08:42+00');
INSERT INTO public.players OVERRIDING SYSTEM VALUE VALUES
	(1, 'deniz', 'deniz', '$argon2id$v=19$m=19456,t=2,p=1$zCElf02aOnxFnIuMLdE0kw$L9rx0EeYhWc0Kpk6ldJqiD+VvRYIQC3glPT0uPyFc9w', 'pbkdf2-sha256:100000:jVM9NgGiSJ25d9OhG6w/Jw==:eSi5Hm4yUB5iWhaI22lNG9YMl2jlKOER5HZZLkurpu4=', 'Deniz', 'Aydın', NULL, 'user', '[145]', '2026-11-28 20:06:23.696644+00', false, 0, NULL, true, '2026-11-28 20:06:23.696644+00', '{}', 'online'),
	(2, 'zeynep', 'zeynep', '$argon2id$v=19$m=19456,t=2,p=1$1vliefWZvGQqcdVEWUdwbQ$gAlCLceJDzCMTxPpMwq2naSlW0AsXQYrhwKFnoR4LMQ', 'pbkdf2-sha256:100000:0akIFgGL53tNxR4/W4IF2Q==:S7rP/oR64gklCGOPalU5Pi4J9wruH0LK6T5XqDJLcFg=', 'Zeynep', 'Yılmaz', NULL, 'user', '[145]', '2026-11-28 20:06:23.748129+00', false, 0, NULL, true, '2026-11-28 20:06:23.748129+00', '{}', 'online'),
	(3, 'emine', 'emine', '$argon2id$v=19$m=19456,t=2,p=1$qO0LsDzrG1wjzt5TuH/Esg$bWTwyOqtmePhVPHOqrPW6vx1EwDeVSy4d+U3+3X8S9A', 'pbkdf2-sha256:100000:nH1YtPCEEvTgiVKV+lrQzg==:kiedfZqlQDf1iyXWURSThrnOxyvyC96ZG3DPJag6htU=', 'Emine', 'Kaya', NULL, 'user', '[145]', '2026-11-28 20:06:23.751612+00', false, 0, NULL, true, '2026-11-28 20:06:23.751612+00', '{}', 'online'),
	(4, 'kerem', 'kerem', '$argon2id$v=19$m=19456,t=2,p=1$WDseRisQoNeFz7n/Rocw5g$Bws3nIMlJv/BcB7m2HIziwJUhI/3RunIc63o+RQhZto', 'pbkdf2-sha256:100000:StJMu/fnTE0v25tQ/IJccA==:8CDl4u1fTMntvoefRczPV+/QOQ9mrxjqOzjRuHq3xO8=', 'Kerem', 'Şahin', NULL, 'user', '[145]', '2026-11-28 20:06:23.763129+00', false, 0, NULL, true, '2026-11-28 20:06:23.763129+00', '{}', 'online');
INSERT INTO public.spins OVERRIDING SYSTEM VALUE VALUES
	(1, 'p1:spin-1', 1, 1, 1, 'lines10', 100, false, '[30, 7, 15, 5, 2]', '[]', 0, false, 0, 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:06+00'),
	(2, 'p1:spin-2', 1, 1, 1, 'lines10', 100, false, '[0, 26, 1, 3, 2]', '[{"line": 3, "amount": 50, "symbol": "low4", "symbols": 3}]', 50, false, 0, 0, '2026-01-01 00:00:06+00', '2026-01-01 00:00:12+00'),
	(15, 'p2:spin-16', 5, 2, 2, 'classic5', 200, false, '[28, 33, 3]', '[]', 0, false, 0, 0, '2026-01-01 00:01:24+00', '2026-01-01 00:01:30+00'),
	(18, 'p2:spin-19', 5, 2, 2, 'classic5', 200, false, '[6, 9, 22]', '[{"line": -1, "amount": 1000, "symbol": "scatter", "symbols": 3}]', 1000, false, 0, 5, '2026-01-01 00:01:42+00', '2026-01-01 00:01:48+00'),
	(19, 'p2:spin-20', 5, 2, 2, 'classic5', 200, true, '[3, 0, 33]', '[]', 0, false, 0, 0, '2026-01-01 00:01:48+00', '2026-01-01 00:01:54+00'),
	(20, 'p2:spin-21', 5, 2, 2, 'classic5', 200, true, '[7, 0, 12]', '[{"line": 1, "amount": 400, "symbol": "low2", "symbols": 3}, {"line": 3, "amount": 400, "symbol": "low2", "symbols": 3}, {"line": 4, "amount": 400, "symbol": "low3", "symbols": 3}]', 1200, false, 0, 0, '2026-01-01 00:01:54+00', '2026-01-01 00:02:00+00'),
	(21, 'p2:spin-22', 5, 2, 2, 'classic5', 200, true, '[10, 1, 3]', '[{"line": 2, "amount": 1600, "symbol": "high3", "symbols": 3}, {"line": 4, "amount": 3200, "symbol": "high2", "symbols": 3}]', 4800, false, 0, 0, '2026-01-01 00:02:00+00', '2026-01-01 00:02:06+00'),
	(22, 'p2:play-out:5:16', 5, 2, 2, 'classic5', 200, true, '[12, 2, 23]', '[{"line": 1, "amount": 400, "symbol": "low2", "symbols": 3}, {"line": 2, "amount": 480, "symbol": "low1", "symbols": 3}, {"line": 3, "amount": 480, "symbol": "low1", "symbols": 3}]', 1360, false, 0, 0, '2026-01-01 00:08:06+00', '2026-01-01 00:08:06+00'),
	(23, 'p2:play-out:5:18', 5, 2, 2, 'classic5', 200, true, '[19, 0, 17]', '[]', 0, false, 0, 0, '2026-01-01 00:08:06+00', '2026-01-01 00:08:06+00'),
	(24, 'p3:spin-24', 9, 3, 3, 'classic5', 100, false, '[23, 19, 4]', '[]', 0, false, 0, 0, '2026-01-01 00:08:06+00', '2026-01-01 00:08:12+00'),
	(25, 'p3:spin-25', 9, 3, 3, 'classic5', 100, false, '[16, 6, 11]', '[{"line": 0, "amount": 200, "symbol": "low3", "symbols": 3}]', 200, false, 0, 0, '2026-01-01 00:08:12+00', '2026-01-01 00:08:18+00'),
	(30, 'p3:last', 9, 3, 3, 'classic5', 100, false, '[17, 14, 32]', '[]', 0, false, 0, 0, '2026-01-01 00:08:42+00', NULL);
INSERT INTO public.visits OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:01:24+00', 20000, 19850, 2, 0),
	(2, 2, 5, '2026-01-01 00:01:24+00', '2026-01-01 00:08:06+00', 20000, 27960, 2, 5),
	(3, 3, 9, '2026-01-01 00:08:06+00', NULL, 20000, 0, 3, 0);
SELECT pg_catalog.setval('public.chat_messages_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_id_seq', 1, false);
SELECT pg_catalog.setval('public.movements_id_seq', 57, true);
SELECT pg_catalog.setval('public.players_id_seq', 4, true);
SELECT pg_catalog.setval('public.spins_id_seq', 30, true);
SELECT pg_catalog.setval('public.visits_id_seq', 3, true);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.brands
    ADD CONSTRAINT brands_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_request_id UNIQUE (player_id, request_id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (movement_id, account_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.logins
    ADD CONSTRAINT logins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.machines
    ADD CONSTRAINT machines_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.machines
    ADD CONSTRAINT machines_seat_player_key UNIQUE (seat_player);
ALTER TABLE ONLY public.movements
    ADD CONSTRAINT movements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.movements
    ADD CONSTRAINT movements_request_id UNIQUE (request_id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_username_key_key UNIQUE (username_key);
ALTER TABLE ONLY public.spins
    ADD CONSTRAINT spins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (id);
CREATE INDEX chat_messages_of_player ON public.chat_messages USING btree (player_id, contact_id, id);
CREATE INDEX entries_of_account ON public.entries USING btree (account_id, movement_id);
CREATE INDEX events_of_player ON public.events USING btree (player_id, id);
CREATE INDEX logins_of_player ON public.logins USING btree (player_id, created_at);
CREATE INDEX movements_of_player ON public.movements USING btree (player_id, id);
CREATE INDEX spins_of_player ON public.spins USING btree (player_id, machine_id, id);
CREATE INDEX spins_of_visit ON public.spins USING btree (visit_id, id);
CREATE UNIQUE INDEX spins_one_under_way ON public.spins USING btree (machine_id) WHERE (settled_at IS NULL);
CREATE INDEX visits_of_player ON public.visits USING btree (player_id, id);
ALTER TABLE ONLY public.chat_messages
    ADD CONSTRAINT chat_messages_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES public.movements(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.logins
    ADD CONSTRAINT logins_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.machines
    ADD CONSTRAINT machines_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES public.brands(id);
ALTER TABLE ONLY public.machines
    ADD CONSTRAINT machines_seat_player_fkey FOREIGN KEY (seat_player) REFERENCES public.players(id);
ALTER TABLE ONLY public.machines
    ADD CONSTRAINT machines_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES public.visits(id);
ALTER TABLE ONLY public.spins
    ADD CONSTRAINT spins_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES public.visits(id);
ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
