// A client for Node 18 or later that plays one game of 6 qui prend!, written from protocol/SPEC.md:
//
//   npm install ws @msgpack/msgpack
//   node client.mjs [HOST:PORT] [NAME]
//
// It plays its lowest card and takes the cheapest row. It has no room code, so it can't join a locked table.

import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { decode, encode } from "@msgpack/msgpack";
import WebSocket from "ws";

const [address = "127.0.0.1:4666", player = "Node"] = process.argv.slice(2);
// This key is drawn for each run. A client that keeps it in a private file has its seat again after a crash.
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ type: "spki", format: "der" }).subarray(-32);

const heads = (card) => (card === 55 ? 7 : card % 11 === 0 ? 5 : card % 10 === 0 ? 3 : card % 5 === 0 ? 2 : 1);
const sum = (cards) => cards.reduce((total, card) => total + heads(card), 0);
const clean = (text) => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "").slice(0, 24);

let socket, pin, id, seat, game, stream, table, paused, done, farewell;
let lastId = 0, wait = 250, gaps = 0;
const unanswered = new Map();

// -- the table, as the facts tell it (sections 4 and 6) ---------------------------------------------------

const newTable = () => ({ facts: 0, names: [], rows: [], hand: new Set(), chosen: new Set(), toPlace: [] });
const each = (values) => values.map((value, seat) => `${table.names[seat]} ${value}`).join(", ");
const tell = (text) => table.facts >= stream && console.log(text); // not again after a return

const facts = {
  GameStarted: ({ names }) => Object.assign(table, { names: names.map(clean), round: 0 }),
  RoundBegan: ({ round }) => Object.assign(table, { round, turn: 0, rows: [], hand: new Set() }),
  HandDealt: ({ cards }) => (table.hand = new Set(cards)),
  DraftOpened({ first }) {
    const cards = Array.from({ length: 10 * table.names.length + 4 }, (_, index) => index + 1);
    Object.assign(table, { first, picks: 0, deck: new Set(cards) });
  },
  CardDrafted(fact) {
    table.picks += 1;
    table.deck.delete(fact.card);
    if (fact.seat === seat) table.hand.add(fact.card);
  },
  RowsStarted: ({ cards }) => Object.assign(table, { rows: cards.map((card) => [card]), turn: 1, deck: null }),
  CardLaid: ({ card }) => table.hand.delete(card),
  CardChosen: (fact) => table.chosen.add(fact.seat),
  CardsRevealed({ cards }) {
    table.toPlace = cards.map((card, seat) => ({ card, seat })).sort((one, other) => one.card - other.card);
    tell(`turn ${table.turn}: ${each(cards)}`);
  },
  CardPlaced: ({ card, row }) => place(row, [...table.rows[row], card]),
  RowTaken(fact) {
    tell(`  ${table.names[fact.seat]} takes row ${fact.row + 1}, ${sum(fact.cards)} heads`);
    place(fact.row, [fact.card]);
  },
  RoundEnded: ({ totals }) => tell(`round ${table.round}: ${each(totals)}`),
  GameEnded: ({ reason }) => tell(`the game is over: ${reason}`),
};

function place(row, cards) {
  table.rows[row] = cards;
  table.toPlace.shift();
  if (table.toPlace.length > 0) return;
  table.turn += 1;
  table.chosen.clear();
}

/** What this client has to do now, as a request, or undefined. */
function wanted() {
  const { last, names, round, turn, rows, hand, chosen, toPlace, deck, first, picks } = table;
  if (last === "GameEnded") return { kind: "Leave" };
  if (last === "RoundEnded" || last === "GameStarted") return { kind: "Ready", round: round + 1 };
  if (deck) {
    const mine = picks < 10 * names.length && (first + picks) % names.length === seat;
    return mine ? { kind: "DraftCard", game, round, pick: picks + 1, card: Math.min(...deck) } : undefined;
  }
  if (toPlace.length > 0) {
    const tooLow = toPlace[0].seat === seat && rows.every((row) => toPlace[0].card < row.at(-1));
    const costs = rows.map(sum);
    return tooLow ? { kind: "ChooseRow", game, round, turn, row: costs.indexOf(Math.min(...costs)) } : undefined;
  }
  if (rows.length === 0 || turn > 10 || chosen.has(seat)) return undefined;
  return { kind: "ChooseCard", game, round, turn, card: Math.min(...hand) };
}

// -- the conversation (sections 3, 5, 7, 12 and 13) -------------------------------------------------------

const send = (message) => socket.send(encode(message));

function stop(why) {
  console.log(why);
  process.exit(table?.last === "GameEnded" ? 0 : 1);
}

/** Ask for what is wanted, once for each moment. */
function act() {
  const sees = seat !== null && table.facts > 0 && table.facts >= stream;
  const request = sees && !paused ? wanted() : undefined;
  const moment = request && [game, request.kind, request.round, request.turn ?? request.pick].join();
  if (!request || moment === done) return;
  done = moment;
  lastId += 1;
  unanswered.set(lastId, { ...request, id: lastId });
  send(unanswered.get(lastId));
}

const messages = {
  CodeWanted: () => stop("this table asks for a room code"),
  Welcome(welcome) {
    console.log(`at ${clean(welcome.title)}, seat ${welcome.seat}`);
    ({ table: id, game, stream, seat } = welcome);
    [table, wait, lastId] = [newTable(), 250, Math.max(lastId, welcome.last_id)];
    for (const request of unanswered.values()) send(request);
  },
  RoomNews(news) {
    [seat, paused] = [news.you, news.paused];
    act();
  },
  Happened(happened) {
    if (happened.game > game && happened.first === 0) [game, stream, table] = [happened.game, 0, newTable()];
    if (happened.game !== game || happened.first !== table.facts) {
      gaps += 1;
      return gaps === 3 ? stop("the host is broken: facts are missing") : socket.terminate();
    }
    for (const fact of happened.facts) {
      facts[fact.kind]?.(fact);
      table.facts += 1;
      table.last = fact.kind;
    }
    gaps = 0;
    return act();
  },
  Accepted: (accepted) => unanswered.delete(accepted.id),
  Refused(refused) {
    unanswered.delete(refused.id);
    if (refused.code === "paused") done = undefined;
    else console.log(`refused: ${refused.code}`);
  },
  Goodbye: (goodbye) => (farewell = goodbye),
};

function connect() {
  let certificate, silent;
  farewell = undefined;
  socket = new WebSocket(`wss://${address}`, "sixqp.1", {
    rejectUnauthorized: false, // it is self-signed: the pin says whether it is the same host
    minVersion: "TLSv1.3",
    perMessageDeflate: false,
    maxPayload: 65536,
    handshakeTimeout: 5000,
  });
  socket.on("upgrade", (response) => {
    certificate = createHash("sha256").update(response.socket.getPeerCertificate().raw).digest("hex");
    pin ??= certificate;
    if (certificate !== pin) stop("another host answers there now");
  });
  socket.on("open", () => {
    silent = setTimeout(() => socket.terminate(), 10_000);
    const signature = sign(null, Buffer.from(`sixqp 1 hello\n${certificate}`), privateKey);
    const table = id ?? null;
    send({ kind: "Hello", version: 1, app: "client.mjs", role: "player", name: player, key, signature, table });
  });
  socket.on("message", (data, isBinary) => {
    clearTimeout(silent);
    const message = isBinary ? decode(data) : stop("not a table");
    messages[message.kind]?.(message);
  });
  socket.on("unexpected-response", (_request, { statusCode }) =>
    [429, 502, 503].includes(statusCode) ? socket.terminate() : stop("not a table"));
  socket.on("error", (error) => /subprotocol/.test(error.message) && stop("not a table"));
  socket.on("close", (code) => {
    clearTimeout(silent);
    const unreadable = [1002, 1003, 1007, 1008, 1009, 1010].includes(code);
    if (unreadable || (code >= 4000 && ![4000, 4001, 4012].includes(code))) stop(farewell?.code ?? `closed with ${code}`);
    setTimeout(connect, Math.max(farewell?.retry_after ?? 0, wait * (1 - Math.random() / 4)));
    wait = Math.min(2 * wait, 5000);
  });
}

connect();
