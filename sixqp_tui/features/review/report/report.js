// Steps through the game, card by card. It knows no rules: every row is drawn as the page says that it lay.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const turns = [...document.querySelectorAll(".turn")];
  if (!turns.length) return;
  const looks = new Map([...document.querySelectorAll(".hands b")].map((card) => [card.textContent, card.className]));
  const names = new Map([...document.querySelectorAll(".scores tbody .name")].map((head) => [head.firstChild.className, head.querySelector("bdi").textContent]));
  let turn = 0;
  let step = 0;

  const plays = (at) => [...turns[at].querySelectorAll("[data-row]")];

  function cardOf(number) {
    const card = document.createElement("b");
    card.textContent = number;
    card.className = looks.get(number) || "";
    return card;
  }

  // Let this row lie as it did after this placement; its last card has just come.
  function lay(row, play) {
    const cards = play.dataset.cards.split(" ").map(cardOf);
    cards.at(-1).classList.add("came");
    const cost = row.lastElementChild;
    cost.dataset.heads = play.dataset.heads;
    cost.firstChild.textContent = play.dataset.text;
    const places = Array.from({ length: 6 - cards.length }, () => document.createElement("i"));
    if (cards.length === 5) places[0].className = "sixth";
    row.replaceChildren(...cards, ...places, cost);
    row.classList.toggle("taken-now", play.querySelector(".taken") !== null);
  }

  function table() {
    const shown = turns[turn].cloneNode(true);
    shown.removeAttribute("id");
    shown.querySelector("h4").remove();
    const rows = shown.querySelector(".rows").children;
    [...shown.querySelectorAll("[data-row]")].forEach((play, at) => {
      if (at >= step) {
        play.classList.add("waits");
        play.querySelector(".note").textContent = names.get(play.querySelector("span").className);
      } else {
        for (const came of shown.querySelectorAll(".came")) came.classList.remove("came");
        for (const row of rows) row.classList.remove("taken-now");
        lay(rows[play.dataset.row], play);
      }
      if (at === step - 1) play.setAttribute("aria-current", "step");
    });
    return shown;
  }

  // The hands of the round, with what was gone by then.
  function hands() {
    const shown = turns[turn].closest(".round").querySelector(".hands").parentElement.cloneNode(true);
    const column = 1 + [...turns[turn].parentElement.querySelectorAll(".turn")].indexOf(turns[turn]);
    shown.querySelector("caption").remove();
    for (const line of shown.firstChild.rows) {
      [...line.cells].forEach((cell, at) => {
        if (at && at < column) cell.classList.add("gone");
        if (at === column) cell.classList.add("now");
      });
    }
    return shown;
  }

  function show() {
    $("shown").replaceChildren(table(), hands());
    $("moment").value = turn;
    const play = step ? plays(turn)[step - 1] : null;
    $("sentence").textContent = play ? play.querySelector(".note").textContent : turns[turn].querySelector("h4").textContent;
    $("turn-back").disabled = $("back").disabled = turn === 0 && step === 0;
    $("turn-on").disabled = turn === turns.length - 1;
    $("on").disabled = turn === turns.length - 1 && step === plays(turn).length;
  }

  function go(toTurn, toStep) {
    turn = Math.min(Math.max(toTurn, 0), turns.length - 1);
    step = Math.min(Math.max(toStep, 0), plays(turn).length);
    show();
  }

  const moves = {
    on: () => (step < plays(turn).length ? go(turn, step + 1) : go(turn + 1, 0)),
    back: () => (step > 0 ? go(turn, step - 1) : turn && go(turn - 1, plays(turn - 1).length)),
    "turn-on": () => turn < turns.length - 1 && go(turn + 1, 0),
    "turn-back": () => (step > 0 ? go(turn, 0) : go(turn - 1, 0)),
  };
  const keys = { ArrowRight: "on", ArrowLeft: "back", PageDown: "turn-on", PageUp: "turn-back" };

  for (const round of document.querySelectorAll(".round")) {
    const group = document.createElement("optgroup");
    group.label = round.querySelector("h3").textContent;
    for (const each of round.querySelectorAll(".turn")) {
      const choice = document.createElement("option");
      choice.value = turns.indexOf(each);
      choice.textContent = each.querySelector("h4").textContent;
      group.append(choice);
    }
    $("moment").append(group);
  }
  $("moment").addEventListener("change", () => go(Number($("moment").value), 0));
  for (const [name, move] of Object.entries(moves)) $(name).addEventListener("click", move);
  $("stage").addEventListener("keydown", (event) => {
    const move = moves[keys[event.key]];
    if (!move || event.target === $("moment") || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move();
  });

  // A link to a turn shows it in place of leading to it; so does the address that somebody opened.
  function follow(name) {
    const at = turns.findIndex((each) => each.id === name);
    if (at < 0) return false;
    go(at, 0);
    $("stage").scrollIntoView();
    return true;
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && follow(link.hash.slice(1))) event.preventDefault();
  });
  addEventListener("hashchange", () => follow(location.hash.slice(1)));
  $("stage").hidden = false;
  show();
  follow(location.hash.slice(1));
})();
