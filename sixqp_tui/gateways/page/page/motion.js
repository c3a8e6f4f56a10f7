// Plays the scenes of a turn.

import { $ } from "./draw.js";

const WALK_MS = 280; // a card moves to its place
const FLIGHT_MS = 450; // heads fly to the player who takes them
const LONGEST_MS = 20000; // longer than any turn of ten players; a late page plays the newest turn only

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  // `draw(scene)` draws a scene, `rest()` the view after the last one.
  constructor(draw, rest) {
    this.draw = draw;
    this.rest = rest;
    this.waiting = [];
    this.timer = 0;
  }

  get moving() {
    return this.timer !== 0;
  }

  play(scenes) {
    this.waiting.push(...scenes);
    const long = this.waiting.reduce((sum, scene) => sum + scene.ms, 0) > LONGEST_MS;
    if (document.hidden || long) this.skip();
    else if (!this.moving) this.next();
  }

  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
    this.rest();
  }

  next() {
    const scene = this.waiting.shift();
    if (!scene) {
      this.timer = 0;
      this.rest();
      return;
    }
    const from = place(`#plays [data-play="${scene.card}"]`);
    const row = scene.taker >= 0 ? place(`#rows > :nth-child(${scene.row + 1}) .card`) : null;
    this.draw(scene);
    if (!still.matches) {
      if (from && scene.card) walk($("rows").querySelector(`[data-card="${scene.card}"]`), from);
      if (row) fly(row, $("players").children[scene.taker], scene.cost);
    }
    this.timer = setTimeout(() => this.next(), scene.ms);
  }
}

function place(selector) {
  const found = document.querySelector(selector);
  return found && found.getBoundingClientRect();
}

// Moves an element from where it was before.
function walk(target, from) {
  if (!target) return;
  const to = target.getBoundingClientRect();
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  target.animate([{ transform: start, zIndex: 2 }, { transform: "none", zIndex: 2 }], { duration: WALK_MS, easing: "ease-out" });
}

// Moves the heads of a row to the player who took it.
function fly(from, taker, cost) {
  if (!taker) return;
  const to = taker.getBoundingClientRect();
  const heads = document.createElement("span");
  heads.className = "flight";
  heads.setAttribute("aria-hidden", "true");
  heads.textContent = `+${cost} ∀`;
  heads.style.left = `${from.left}px`;
  heads.style.top = `${from.top}px`;
  document.body.append(heads);
  const way = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  heads.animate([{ transform: "none" }, { transform: way }], { duration: FLIGHT_MS, easing: "ease-in" }).finished
    .finally(() => heads.remove());
}
