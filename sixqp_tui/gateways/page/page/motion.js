// Shows what just happened, picture by picture, as the gateway has cut it into scenes.

import { $ } from "./draw.js";

const WALK_MS = 280; // a card's way to its place
const FLIGHT_MS = 450; // the heads' way to who takes them
const LONGEST_MS = 14000; // more than the longest turn of ten takes: who comes late sees the newest turn alone

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  // `draw(scene)` draws a scene, `rest()` what stands when all is shown.
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

// Let an element come from where it was before.
function walk(target, from) {
  if (!target) return;
  const to = target.getBoundingClientRect();
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  target.animate([{ transform: start, zIndex: 2 }, { transform: "none", zIndex: 2 }], { duration: WALK_MS, easing: "ease-out" });
}

// Let the heads of a row fly to who has taken it.
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
