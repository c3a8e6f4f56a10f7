// The page for a projector: it draws what the gateway sends, and shows one page of it after the other.

import { $, element, keep, say } from "./draw.js";

const PAGE_MS = 8000; // enough to find one's own name among forty
const WAIT_MS = 2000; // until the next attempt to reconnect
const FULL = 4003; // close code of the gateway
const words = document.body.dataset;

let sections = [];
let shown = 0; // the section in sight
let page = 0; // and the page of it

function draw(view) {
  document.body.classList.toggle("lost", view.online === false);
  say($("title"), view.title || "6 QUI PREND !");
  say($("left"), view.left || "");
  say($("summary"), view.online === false ? words.lost : view.summary || "");
  const before = kinds();
  sections = view.sections || [];
  if (kinds() !== before) shown = page = 0;
  for (const section of sections) drawLines($(section.kind), section.lines);
  const joins = view.joins || [];
  $("join").hidden = !view.invites;
  $("join").classList.toggle("small", kinds() !== "names"); // once people play, their places matter more
  drawLines($("joins"), joins.map((line) => [line]), "p");
  document.title = view.title || "6 QUI PREND !";
  showPage();
}

function kinds() {
  return sections.map((section) => section.kind).join();
}

// Lines stay where they are and only their texts change, so that nothing flickers.
function drawLines(list, lines, tag = "li") {
  keep(list, lines, (_line, at) => at, (line) => element(tag, {}, ...line.map(() => element("span"))), (item, line) => {
    line.forEach((text, at) => say(item.children[at], text));
  });
}

function countPages(list) {
  const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
  return Math.max(1, Math.ceil((list.scrollWidth - 1) / (list.clientWidth + gap)));
}

function showPage() {
  const section = sections[shown];
  for (const kind of ["names", "seats", "ranking", "tables"]) $(kind).hidden = !section || section.kind !== kind;
  say($("heading"), section ? section.heading : "");
  if (!section) return say($("page"), "");
  const list = $(section.kind);
  const pages = countPages(list);
  page = Math.min(page, pages - 1);
  list.scrollLeft = page * (list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0));
  return say($("page"), pages > 1 ? `${page + 1}/${pages}` : "");
}

function turn() {
  if (!sections.length) return;
  page += 1;
  if (page >= countPages($(sections[shown].kind))) {
    shown = (shown + 1) % sections.length;
    page = 0;
  }
  showPage();
}

function open() {
  const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/projector/socket${location.search}`);
  line.onmessage = (event) => draw(JSON.parse(event.data));
  line.onclose = (event) => {
    document.body.classList.add("lost");
    say($("summary"), event.code === FULL ? words.full : words.lost);
    setTimeout(open, WAIT_MS);
  };
}

setInterval(turn, PAGE_MS);
addEventListener("resize", showPage);
addEventListener("keydown", (event) => { if (event.key === " ") turn(); });
open();
