// Draws the view. Rules and sentences are the gateway's.

export const $ = (id) => document.getElementById(id);
const HEADS_DRAWN = 5; // more heads are written as a number, since they would not fit on a card

// -- elements ------------------------------------------------------------------------------------

// A child is an element or a text.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// Gives `parent` one child for each thing, and keeps those that exist, so that the focus and a screen reader stay
// where they are.
export function keep(parent, things, keyOf, make, update) {
  const standing = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const wanted = things.map((thing, at) => {
    const key = String(keyOf(thing, at));
    let child = standing.get(key);
    if (!child) {
      child = make(thing, at);
      child.dataset.key = key;
    }
    update(child, thing, at);
    return child;
  });
  const same = wanted.length === parent.children.length && wanted.every((child, at) => child === parent.children[at]);
  if (!same) {
    const focused = document.activeElement;
    parent.replaceChildren(...wanted);
    if (parent.contains(focused)) focused.focus({ preventScroll: true });
  }
}

export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function show(target, visible) {
  target.hidden = !visible;
}

// -- cards ---------------------------------------------------------------------------------------

// The heads printed on a card (article 1 of the rules).
function headsOn(card) {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}

function face(target, card) {
  if (target.dataset.face === String(card)) return;
  const heads = headsOn(card);
  const drawn = heads > HEADS_DRAWN ? `∀×${heads}` : "∀".repeat(heads);
  target.dataset.face = card;
  target.dataset.heads = heads;
  const parts = [element("b", {}, String(card)), element("i", {}, drawn)];
  parts.forEach((part) => part.setAttribute("aria-hidden", "true"));
  target.replaceChildren(...parts);
}

// The text that a screen reader reads.
export function name(target, text) {
  let label = target.querySelector(":scope > .unseen");
  if (!label) {
    label = element("span", { className: "unseen" });
    target.append(label);
  }
  say(label, text);
}

// -- the table -----------------------------------------------------------------------------------

const PLACES = 6; // five cards, and the sixth that takes them

// `lifted` is the selected card of the hand, `picked` the selected row; `scene` is a picture of a turn.
export function drawRows(view, { lifted = null, picked = -1, scene = null } = {}) {
  const rows = scene ? scene.rows.map((cards) => ({ cards })) : view.rows || [];
  const ghost = scene ? null : lifted;
  keep($("rows"), rows, (_row, at) => at, makeRow, (line, row, at) => {
    const button = line.firstChild;
    const lit = scene && scene.lit && scene.row === at;
    const takes = ghost && ghost.row === at && ghost.place === PLACES - 1;
    button.disabled = Boolean(scene) || !row.button;
    name(button, [row.label || row.cards.join(", "), row.button].filter(Boolean).join(". "));
    button.setAttribute("aria-pressed", String(at === picked));
    button.classList.toggle("lit", Boolean(lit || takes));
    button.classList.toggle("cheapest", Boolean(row.cheapest));
    const [number, ...rest] = button.children;
    say(number, String(at + 1));
    const places = rest.slice(0, PLACES);
    places.forEach((place, index) => drawPlace(place, row.cards, index, ghost && ghost.row === at ? ghost : null, scene));
    const cost = rest[PLACES];
    say(cost, `${scene ? scene.costs[at] : row.cost} ∀`);
    cost.classList.toggle("full", row.cards.length === PLACES - 1);
  });
}

function makeRow() {
  const places = Array.from({ length: PLACES }, () => element("span", { className: "place" }));
  const parts = [element("span", { className: "number" }), ...places, element("span", { className: "cost" })];
  parts.forEach((part) => part.setAttribute("aria-hidden", "true"));
  return element("li", {}, element("button", { type: "button", className: "row" }, ...parts));
}

function drawPlace(place, cards, index, ghost, scene) {
  const card = cards[index];
  const isGhost = !card && ghost && ghost.place === index;
  const last = index === PLACES - 1;
  place.className = "place";
  delete place.dataset.card;
  if (card || isGhost) {
    face(place, card || ghost.card);
    place.classList.add(isGhost ? "ghost" : "card");
    if (card) place.dataset.card = card;
    if (scene && card && card === scene.card) place.classList.add("came");
  } else {
    delete place.dataset.face;
    delete place.dataset.heads;
    const threatens = last && cards.length === PLACES - 1;
    if (threatens) place.classList.add("sixth");
    say(place, last ? (threatens ? "6 !" : "6") : "");
  }
}

export function drawHand(view, lifted) {
  const cards = [...(view.hand || [])];
  if (view.laid) cards.push({ card: view.laid, label: document.body.dataset.laid.replace("{card}", view.laid), laid: true });
  cards.sort((one, other) => one.card - other.card);
  keep($("hand"), cards, (card) => card.card, () => element("li", {}, element("button", { type: "button" })), (item, card) => {
    const button = item.firstChild;
    face(button, card.card);
    button.className = card.laid ? "card laid" : "card";
    button.dataset.card = card.card;
    name(button, card.hint ? `${card.label}. ${card.hint}` : card.label);
    button.setAttribute("aria-pressed", String(Boolean(lifted && lifted.card === card.card)));
    button.disabled = card.laid ? !view.back : view.asked !== "card";
  });
}

export function drawPlays(view, scene) {
  keep($("plays"), scene.plays, ([, card]) => card, () => element("li", {}, element("span", { className: "card" }), element("span", { className: "owner" })), (item, [seat, card]) => {
    face(item.firstChild, card);
    name(item.firstChild, String(card));
    item.firstChild.dataset.play = card;
    say(item.lastChild, view.players[seat] ? `${view.players[seat].sign} ${view.players[seat].name}` : "");
  });
}

// -- the players ---------------------------------------------------------------------------------

// What somebody has just said is drawn at their name for a while; a screen reader has read it already.
function drawBubble(target, words) {
  let bubble = target.querySelector(":scope > .bubble");
  if (!words) {
    if (bubble) bubble.remove();
    return;
  }
  if (!bubble) {
    bubble = element("span", { className: "bubble" });
    bubble.setAttribute("aria-hidden", "true");
    target.append(bubble);
  }
  say(bubble, words);
}

const MARKS = { chosen: "✓", deciding: "…", away: "✕" };

export function drawPlayers(view, scene = null) {
  const players = view.players || [];
  const list = $("players");
  list.dataset.many = String(players.length > 5);
  list.style.setProperty("--count", String(Math.max(players.length, 1)));
  list.style.setProperty("--columns", String(players.length > 5 ? Math.ceil(players.length / 2) : Math.max(players.length, 1)));
  keep(list, players, (_player, seat) => seat, () => element("li", {}, element("span", { className: "name" }), element("span", { className: "mark" }), element("b", {}), element("small", {}), element("span", { className: "sign" }), element("span", { className: "unseen" })), (item, player, seat) => {
    const [name, mark, total, more, sign, label] = item.children;
    const sum = scene ? scene.heads[seat] : player.total;
    const visible = [name, mark, total, more, sign];
    visible.forEach((part) => part.setAttribute("aria-hidden", "true"));
    say(name, player.name);
    say(sign, player.sign);
    say(mark, scene ? "" : MARKS[player.mark] || "");
    mark.dataset.mark = player.mark || "";
    say(total, String(sum));
    say(more, !scene && player.more ? `+${player.more}` : "");
    say(label, player.label);
    item.classList.toggle("own", Boolean(player.own));
    item.classList.toggle("near", Boolean(player.near || player.over));
    item.classList.toggle("taker", Boolean(scene && scene.taker === seat));
    drawBubble(item, player.bubble);
  });
}

// -- the other parts -----------------------------------------------------------------------------

export function drawLobby(view) {
  keep($("chairs"), view.chairs || [], (_chair, at) => at, () => element("li", {}, element("span"), element("b")), (item, chair) => {
    say(item.firstChild, chair.label);
    say(item.children[1], chair.ready ? "✓" : "");
    name(item, chair.ready ? `, ${document.body.dataset.ready}` : "");
    item.className = `${chair.occupant}${chair.own ? " own" : ""}${chair.here === false ? " away" : ""}`;
    drawBubble(item, chair.bubble);
  });
  keep($("facts"), view.facts || [], (_fact, at) => at, () => element("p"), say);
}

export function drawDraft(view, lifted) {
  keep($("deck"), view.deck || [], (card) => card.card, () => element("li", {}, element("button", { type: "button", className: "card" })), (item, card) => {
    const button = item.firstChild;
    face(button, card.card);
    button.dataset.card = card.card;
    name(button, card.label);
    button.setAttribute("aria-pressed", String(Boolean(lifted && lifted.card === card.card)));
    button.disabled = !card.button;
  });
  keep($("hands"), view.hands || [], (_hand, at) => at, () => element("p", {}, element("b"), element("span")), (line, hand) => {
    say(line.firstChild, hand.name);
    say(line.lastChild, (hand.cards || []).join(" · ") || "–");
    line.className = `${hand.own ? "own " : ""}${hand.picks ? "picks" : ""}`;
  });
}

// The score sheet has a line for each player and a column for each round.
export function drawScores(table, view) {
  const words = document.body.dataset;
  const players = (view.ranking || []).map((seat) => view.players[seat]);
  const rounds = Math.max(0, ...players.map((player) => (player.past || []).length));
  const numbers = Array.from({ length: rounds }, (_nothing, at) => element("th", { scope: "col" }, String(at + 1)));
  const head = element("tr", {}, element("th", { scope: "col" }, "#"), element("th", { scope: "col" }, words.player), element("th", { scope: "col" }, words.total), ...numbers);
  const lines = players.map((player) => element("tr", { className: player.own ? "own" : "" },
    element("td", {}, `${player.rank || 1}.`),
    element("th", { scope: "row" }, `${player.sign} ${player.name}${player.ready ? " ✓" : ""}`,
      ...(player.bubble ? [element("span", { className: "bubble" }, player.bubble)] : [])),
    element("td", { className: "total" }, `${player.total}${player.over ? " !" : ""}`),
    ...(player.past || []).map((heads) => element("td", {}, String(heads)))));
  table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...lines));
}

// The winners, large; the heading and the score sheet say the same. The stories are about the round or the game.
export function drawFinish(view) {
  say($("place"), view.place || "");
  const winners = (view.winners || []).map((seat) => view.players[seat]);
  keep($("podium"), winners, (player) => player.name, () => element("li", {}, element("span", {}, "★"), element("b"), element("i")), (item, player) => {
    say(item.children[1], player.name);
    say(item.lastChild, `${player.total} ∀`);
  });
  keep($("stories"), view.stories || [], (story) => `${story.title} ${story.sentence}`, (story) => element("li", {}, element("b", {}, story.title || ""), element("i", { ariaHidden: "true" }, story.sign || ""), element("span", {}, story.sentence)), () => {});
}

// Lines are headings and sentences, or names and messages in the chat.
export function drawLines(target, view) {
  const chat = view.sheet === "chat";
  const lines = view.lines || [];
  const before = target.childElementCount;
  if (!lines.length) return target.replaceChildren(element("p", { className: "aside" }, document.body.dataset.quiet));
  keep(target, lines, ([heading, text], at) => `${view.sheet} ${at} ${heading} ${text}`, ([heading, text]) => {
    if (!heading) return element("p", {}, text);
    if (chat) return element("p", {}, element("b", {}, `${heading} `), text);
    return element("div", {}, element("h3", {}, heading), element("p", {}, text));
  }, () => {});
  if ((chat || view.sheet === "log") && before !== target.childElementCount) target.scrollTop = target.scrollHeight;
  return undefined;
}

export function drawSide(view) {
  keep($("side-lines"), view.last || [], (line, at) => `${at} ${line}`, (line) => element("li", {}, line), () => {});
}

// The reactions of the chat's sheet.
export function drawReactions(view) {
  keep($("reactions"), view.reactions || [], ([code]) => code, () => element("button", { type: "button" }), (button, [code, label]) => {
    say(button, label);
    button.dataset.code = code;
  });
}

export function drawTakeovers(view) {
  keep($("takeovers"), view.takeovers || [], ([seat]) => seat, () => element("button", { type: "button" }), (button, [seat, label]) => {
    say(button, label);
    button.dataset.seat = seat;
  });
}

// -- which parts are in sight --------------------------------------------------------------------

export function showParts(part, { watching = false, scene = false } = {}) {
  const game = ["table", "draft", "scores", "over"].includes(part);
  document.body.dataset.part = part;
  show($("door"), part === "door");
  show($("lobby"), part === "lobby");
  show($("players"), part === "table" || part === "draft");
  show($("table"), part === "table");
  show($("draft"), part === "draft");
  show($("scores"), part === "scores" || part === "over");
  show($("hand"), part === "table" && !scene && !watching);
  show($("plays"), part === "table" && scene);
  show($("hands"), part === "draft");
  show($("side"), game);
  const inside = game || part === "lobby";
  show($("said-now"), inside);
  show($("bar"), inside);
}
