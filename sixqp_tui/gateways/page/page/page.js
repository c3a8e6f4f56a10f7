// The page's end of the WebSocket: it draws views and sends touches. The gateway decides everything else.

import { $, drawDraft, drawFinish, drawHand, drawLines, drawLobby, drawPlayers, drawPlays, drawReactions, drawRows, drawScores, drawSide, drawTakeovers, element, keep, name, say, showParts } from "./draw.js";
import { Motion } from "./motion.js";
import { celebrate, signalTurn } from "./party.js";

const words = document.body.dataset;
const ELSEWHERE = 4000; // close codes of the gateway
const NOT_UNDERSTOOD = 4001;
const CLOSED = 4003;
const NO_COOKIE = 4004;
const MOVED = 4005;
const FIRST_WAIT_MS = 300; // until the first attempt to reconnect
const LONGEST_WAIT_MS = 2000;
const ATTEMPT_MS = 2500; // for an attempt to connect; with the longest wait, a page is back within five seconds
const ANSWER_MS = 2500; // after a tap, or when a phone has slept, a connection that is silent for so long is dead
const SILENCE_MS = 8000; // after which a page asks whether its host is still there
const TOAST_MS = 6000;
const BUBBLE_MS = 5000;
const LONGEST_CODE = 20; // of a room code, with spaces
const LAST_SECONDS = 10; // of a clock, which then warns

let view = null; // the newest view
let lifted = 0; // the selected card
let picked = -1; // the selected row
let tapped = null; // a tap that is not answered yet: what it asks for, of which question, and whether it was sent
let signalled = ""; // the question for which a signal was given
let celebrated = true; // a page that is opened at the end celebrates nothing
let noticed = 0;
let talked = -1; // chat messages from before the page was opened are not announced
let unread = 0;
let deadline = null;
const motion = new Motion(drawScene, rest);

// -- drawing -------------------------------------------------------------------------------------

function receive(sent) {
  const before = view;
  const next = { ...sent, ...sent.shown };
  view = next;
  settle(next);
  deadline = next.left === undefined || next.held ? null : performance.now() + next.left;
  if (before && before.part !== next.part) scrollTo(0, 0);
  if (!before || before.moment !== next.moment || before.part !== next.part) {
    lifted = 0;
    picked = -1;
  }
  if (next.noticed && next.noticed !== noticed) {
    if (next.quiet) say($("aloud"), next.notice);
    else toast(next.notice);
  }
  noticed = next.noticed || 0;
  clearTimeout(bubbleTimer);
  bubbleTimer = setTimeout(dropBubbles, BUBBLE_MS);
  hearTalk(next);
  if (next.steps && !next.hurry && next.part !== "door") motion.play(next.steps);
  else if (motion.moving && !next.hurry && next.part === "table") drawSheet();
  else motion.skip();
}

let bubbleTimer = 0;
function dropBubbles() {
  const talking = [...(view.players || []), ...(view.chairs || [])].filter((one) => one.bubble);
  for (const one of talking) one.bubble = "";
  if (talking.length && !motion.moving) rest();
}

// After the scenes: the view itself, and what can be done.
function rest() {
  if (!view) return;
  const part = view.part;
  document.body.dataset.asked = (!tapped && view.asked) || "";
  document.documentElement.classList.toggle("yours", Boolean(view.yours));
  showParts(part, { watching: !view.hand && !view.laid });
  say($("title"), (part !== "door" && view.title) || "6 QUI PREND !");
  say($("where"), view.where || "");
  if (part === "door") drawDoor();
  if (part === "lobby") drawLobby(view);
  if (part === "table" || part === "draft") drawPlayers(view);
  if (part === "table") drawTable();
  if (part === "draft") drawDraft(view, chosenOf(view.deck));
  if (part === "scores" || part === "over") drawScores($("sheet-of-scores"), view);
  say($("heading"), view.heading || "");
  drawFinish(view);
  signal();
  drawSide(view);
  drawTakeovers(view);
  drawReactions(view);
  drawPrompt();
  drawAct();
  drawClock();
  drawSheet();
  $("open-rename").hidden = !view.rename;
  document.querySelector('[data-sheet="seen"]').hidden = part === "lobby";
  document.title = view.yours ? `● ${view.title}` : view.title || "6 QUI PREND !";
}

// Once for each question, and once for the end of a game.
function signal() {
  const question = view.yours ? questionOf(view) : "";
  if (question && question !== signalled && !tapped) signalTurn();
  if (question) signalled = question;
  const over = Boolean(view.winners);
  if (over && !celebrated && view.won) celebrate();
  celebrated = over;
}

// Whose row of many heads it was. The prompt says the same in a sentence.
function drawLarge(text) {
  $("large").textContent = text || "";
  $("large").hidden = !text;
}

function drawScene(scene) {
  document.body.dataset.asked = "moving";
  document.documentElement.classList.remove("yours");
  showParts("table", { scene: true });
  drawPlayers(view, scene);
  drawRows(view, { scene });
  drawPlays(view, scene);
  drawLarge(scene.large);
  say($("prompt"), scene.text);
  say($("aside"), "");
  $("prompt").dataset.tone = scene.tone || "plain";
  setAct(words.skip, () => motion.skip(), false);
}

function chosenOf(cards) {
  return (cards || []).find((card) => card.card === lifted) || null;
}

function drawTable() {
  const card = chosenOf(view.hand);
  drawRows(view, { lifted: card, picked });
  drawHand(view, card);
}

function drawPrompt() {
  drawLarge("");
  const card = view.part === "table" ? chosenOf(view.hand) : null;
  say($("prompt"), card && card.hint ? card.hint : view.prompt || "");
  say($("aside"), (!(card && card.hint) && view.aside) || "");
  $("prompt").dataset.tone = view.yours ? "yours" : "plain";
}

// The large button does what a second touch would do.
function drawAct() {
  const card = chosenOf(view.part === "draft" ? view.deck : view.hand);
  const row = (view.rows || [])[picked];
  if (tapped) setAct(words.sending, () => {}, false);
  else if (view.online === false) setAct("", null);
  else if (view.asked === "card" && card) setAct(card.button, () => decide({ kind: "ChooseCard", card: card.card }));
  else if (view.asked === "pick" && card) setAct(card.button, () => decide({ kind: "DraftCard", card: card.card }));
  else if (view.asked === "row" && row) setAct(row.button, () => decide({ kind: "ChooseRow", row: picked }));
  else if (view.back) setAct(words.back, () => decide({ kind: "TakeBack" }), false);
  else if (view.act) setAct(view.button, () => decide({ kind: view.act }), view.act !== "Next" || view.part !== "lobby");
  else setAct("", null);
}

function setAct(label, act, main = true) {
  const button = $("act");
  say(button, label);
  button.hidden = !act;
  button.disabled = Boolean(tapped) && label === words.sending;
  button.classList.toggle("main", main);
  button.onclick = act;
}

function drawDoor() {
  say($("door-title"), view.title || "");
  $("door-title").hidden = !view.title;
  say($("door-people"), view.people || "");
  say($("door-sentence"), view.sentence);
  $("door-code").hidden = !view.code || Boolean(borne);
  $("door-name").hidden = $("sit").hidden = $("watch").hidden = Boolean(view.over);
  $("door-names").hidden = !view.names || Boolean(view.over);
  keep($("door-names").lastElementChild, view.names || [], (name) => name, () => element("button", { type: "button" }), (button, name) => {
    say(button, name);
    button.disabled = Boolean(view.busy);
    button.onclick = () => {
      $("name").value = name;
      sit(false, true);
    };
  });
  if (view.name && !$("name").value) $("name").value = view.name;
  $("sit").disabled = $("watch").disabled = Boolean(view.busy);
  $("again").hidden = !view.again;
}

function drawClock() {
  const clock = $("clock");
  const left = view && view.held ? view.left : deadline === null ? null : Math.max(0, deadline - performance.now());
  clock.hidden = left === null || left === undefined || view.part === "door";
  if (clock.hidden) return;
  const seconds = Math.ceil(left / 1000);
  say(clock, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}${view.held ? " ‖" : ""}`);
  clock.classList.toggle("last", !view.held && seconds <= LAST_SECONDS && Boolean(view.yours));
}
setInterval(() => { if (view && deadline !== null) drawClock(); }, 250);

// -- chat and notices ----------------------------------------------------------------------------

let toastTimer = 0;
function toast(text) {
  clearTimeout(toastTimer);
  const line = $("toast");
  line.hidden = false;
  say(line, text);
  toastTimer = setTimeout(() => { line.hidden = true; line.textContent = ""; }, TOAST_MS);
}

function hearTalk(next) {
  if (next.part === "door") return;
  const talk = next.talk || 0;
  if (talked >= 0 && talk > talked && next.sheet !== "chat") {
    unread += talk - talked;
    toast(next.newest);
  }
  if (next.sheet === "chat") unread = 0;
  talked = talk;
  const button = $("open-chat");
  say(button.firstElementChild, unread ? `… ${unread}` : "…");
  const news = (unread === 1 ? words.newOne : words.new).replace("{n}", unread);
  name(button, unread ? `${words.chat} (${news})` : words.chat);
  button.classList.toggle("unread", unread > 0);
}

// -- sheets -------------------------------------------------------------------------------------

let sheet = "";
function openSheet(name) {
  sheet = name;
  $("menu").close();
  say($("sheet-title"), words[name]);
  $("talk").hidden = $("reactions").hidden = name !== "chat";
  drawReactions(view);
  $("sheet-lines").replaceChildren();
  $("sheet").showModal();
  if (name === "scores") drawSheet();
  else tell({ kind: "Open", sheet: name });
  if (name === "chat") $("text").focus();
}

function drawSheet() {
  if (!sheet || !view) return;
  if (sheet === "scores") {
    const table = document.createElement("table");
    drawScores(table, view);
    $("sheet-lines").replaceChildren(table);
  } else if (view.sheet === sheet) {
    drawLines($("sheet-lines"), view);
  }
}

$("sheet").addEventListener("close", () => {
  if (sheet && sheet !== "scores") tell({ kind: "Open", sheet: "" });
  sheet = "";
});
$("open-chat").onclick = () => openSheet("chat");
$("open-menu").onclick = () => $("menu").showModal();
for (const button of document.querySelectorAll("[data-sheet]")) button.onclick = () => openSheet(button.dataset.sheet);
for (const button of document.querySelectorAll("[data-close]")) button.onclick = () => button.closest("dialog").close();
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

$("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (text && !tell({ kind: "Say", text })) return toast(words.unsent);
  $("text").value = "";
  return undefined;
});
$("reactions").onclick = (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (!tell({ kind: "Say", reaction: button.dataset.code })) toast(words.unsent);
};
$("open-rename").onclick = () => {
  $("menu").close();
  $("new-name").value = "";
  $("rename").showModal();
};
$("rename").addEventListener("submit", () => {
  const name = $("new-name").value.trim();
  if (name) tell({ kind: "Rename", name });
});
$("open-leave").onclick = () => {
  $("menu").close();
  say($("leave-sentence"), view.leaving || "");
  $("leave").showModal();
};
$("do-leave").onclick = () => {
  $("leave").close();
  tell({ kind: "Leave" });
};

// -- touches -------------------------------------------------------------------------------------

$("hand").onclick = (event) => {
  const button = event.target.closest("button");
  if (!button || tapped) return;
  const card = Number(button.dataset.card);
  if (card === view.laid) decide({ kind: "TakeBack" });
  else if (card === lifted) decide({ kind: "ChooseCard", card });
  else look(() => { lifted = card; });
};
$("deck").onclick = (event) => {
  const button = event.target.closest("button");
  if (button) look(() => { lifted = Number(button.dataset.card); });
};
$("rows").onclick = (event) => {
  const line = event.target.closest("li");
  if (!line || view.asked !== "row" || motion.moving) return;
  look(() => { picked = Number(line.dataset.key); });
};
$("takeovers").onclick = (event) => {
  const button = event.target.closest("button");
  if (button) tell({ kind: "TakeSeat", seat: Number(button.dataset.seat) });
};
// A touch on the table skips the scenes.
document.querySelector("main").addEventListener("click", () => { if (motion.moving) motion.skip(); });

function look(change) {
  change();
  rest();
}

function questionOf({ part, moment = "", asked = "", laid = 0, act = "", button = "" }) {
  return [part, moment, asked, laid, act && button].join(" ");
}

function decide(what) {
  if (tapped) return;
  tapped = { asks: { ...what, moment: view.moment }, question: questionOf(view), line: null };
  document.body.dataset.asked = "";
  send();
  drawAct();
}

// Sends the tap that waits, and doubts a connection that doesn't answer it.
function send() {
  if (!tell(tapped.asks)) return;
  tapped.line = socket;
  clearTimeout(probe);
  probe = setTimeout(connect, ANSWER_MS);
}

// A tap is done when its question is no longer asked. On a new connection it is sent again, once, as long as it is;
// a gateway that is still looking for the table asks nothing.
function settle(next) {
  if (!tapped || next.busy || next.online === false) return;
  const refused = tapped.line === socket && !next.quiet && (next.noticed || 0) !== noticed;
  if (refused || questionOf(next) !== tapped.question) {
    if (!tapped.line) toast(words.late);
    tapped = null;
  } else if (tapped.line !== socket) {
    send();
  }
}

$("door").addEventListener("submit", (event) => {
  event.preventDefault();
  sit(false);
});
$("watch").onclick = () => sit(true);
$("again").onclick = () => tell({ kind: "ComeBack" });

function sit(watch, again = false) {
  const name = $("name").value;
  const code = $("door-code").hidden ? borne : $("code").value;
  if (tell({ kind: "Sit", name, code, watch, again }) && (watch || name.trim())) borne = "";
  $("code").value = code; // for a guest whose chair was freed meanwhile
}

// A QR code may carry the room code in the fragment of the address, which browsers don't send. It leaves the address
// bar at once and is used once; the link to the other language keeps it.
let borne = "";
function takeCode() {
  if (location.hash.length < 2) return;
  borne = location.hash.slice(1, 1 + LONGEST_CODE);
  history.replaceState(null, "", location.pathname + location.search);
  if (view && view.part === "door") drawDoor();
}
addEventListener("hashchange", takeCode);
for (const link of document.querySelectorAll("a[hreflang]")) link.onclick = () => { link.hash = borne; };

// -- connection -----------------------------------------------------------------------------------

let socket = null;
let attempt = 0; // counts attempts to connect; whatever belongs to an older one is ignored
let timer = 0; // ends an attempt that takes too long, and begins the next one
let wait = FIRST_WAIT_MS;
let probe = 0;

function tell(what) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(what));
  return true;
}

function banner(text, label = "", act = null) {
  const line = $("banner");
  line.hidden = !text;
  line.replaceChildren(text);
  if (act) {
    const button = document.createElement("button");
    button.textContent = label;
    button.onclick = act;
    line.append(" ", button);
  }
  document.body.classList.toggle("lost", Boolean(text));
}

async function connect() {
  const mine = newAttempt();
  timer = setTimeout(comeBackLater, ATTEMPT_MS);
  try {
    // The page itself asks for the seat's cookie, with a header that no link and no form of another site can send.
    await fetch("/seat", { cache: "no-store", headers: { "X-Sixqp": "seat" } });
  } catch {
    if (mine === attempt) comeBackLater();
    return;
  }
  if (mine !== attempt) return;
  const line = new WebSocket(`ws://${location.host}/socket?lang=${document.documentElement.lang}`);
  socket = line;
  line.onopen = () => {
    if (mine !== attempt) return;
    clearTimeout(timer);
    wait = FIRST_WAIT_MS;
    heard = performance.now();
    closed = "";
    banner("");
    if (sheet && sheet !== "scores") tell({ kind: "Open", sheet });
  };
  line.onmessage = (event) => {
    if (mine !== attempt) return;
    clearTimeout(probe);
    heard = performance.now();
    receive(JSON.parse(event.data));
  };
  line.onclose = (event) => {
    if (mine !== attempt) return;
    newAttempt();
    if (event.code === ELSEWHERE) banner(words.elsewhere, words.here, connect);
    else if (event.code === NO_COOKIE) banner(words.cookies, words.again, connect);
    else if (event.code === MOVED) connect();
    else if (event.code === CLOSED && view && view.over) banner("");
    else if (event.code === CLOSED) comeBackLater(LONGEST_WAIT_MS, words.closed);
    else comeBackLater(event.code === NOT_UNDERSTOOD ? LONGEST_WAIT_MS : 0);
  };
}

// Gives up the connection, and any attempt to connect.
function newAttempt() {
  clearTimeout(timer);
  clearTimeout(probe);
  if (socket) socket.close();
  socket = null;
  attempt += 1;
  return attempt;
}

let closed = ""; // why this page's host can't be reached, if that is known

function comeBackLater(atLeast = 0, reason = closed) {
  newAttempt();
  closed = reason;
  if (closed) banner(closed, words.again, connect);
  else if (navigator.onLine && view && view.gone && wait >= LONGEST_WAIT_MS) banner(view.gone);
  else if (view) banner(view.seated ? words.lostSeated : words.lost);
  else banner(words.connecting);
  timer = setTimeout(connect, Math.max(wait, atLeast));
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
}

let heard = 0; // when this page's host was heard last

setInterval(() => {
  if (performance.now() - heard < SILENCE_MS) return;
  heard = performance.now();
  wake();
}, SILENCE_MS);

// A phone that wakes up or changes its network can't know yet whether the connection is dead.
function wake() {
  if (document.hidden) return;
  if (!socket) {
    if ($("banner").querySelector("button")) return;
    wait = FIRST_WAIT_MS;
    connect();
  } else if (socket.readyState === WebSocket.OPEN) {
    clearTimeout(probe);
    probe = setTimeout(connect, ANSWER_MS);
    tell({ kind: "Open", sheet: sheet === "scores" ? "" : sheet });
  }
}
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("offline", wake);
addEventListener("online", () => { wait = FIRST_WAIT_MS; connect(); });

showParts("none");
takeCode();
connect();
