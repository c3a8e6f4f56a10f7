// What makes it a party: a sound and a vibration on your turn, a screen that stays on, a little joy at the end.

import { $, element } from "./draw.js";

const BUZZ_MS = [70, 50, 70];
const TURN = [659, 880]; // notes, in hertz
const WIN = [523, 659, 784, 1047];
const NOTE_SECONDS = 0.13;
const LOUDNESS = 0.15;
const FLYING = 28; // heads that fall at the end
const FALL_MS = 2600;
const REDRAW_MS = 1000;

const still = matchMedia("(prefers-reduced-motion: reduce)");
let audio = null;
let video = null;

// -- preferences: on until they are switched off -------------------------------------------------

function isOn(name) {
  try {
    return localStorage.getItem(name) !== "off";
  } catch {
    return true; // a browser that keeps nothing
  }
}

function prepareSwitch(name, works, sample) {
  const button = $(name);
  button.hidden = !works;
  button.setAttribute("aria-pressed", String(isOn(name)));
  button.onclick = () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    try {
      localStorage.setItem(name, on ? "on" : "off");
    } catch {
      // it holds until the page is closed
    }
    if (on) sample();
  };
}

// -- signals -------------------------------------------------------------------------------------

export function signalTurn() {
  play(TURN);
  buzz();
}

function play(notes) {
  if (!audio || $("sound").getAttribute("aria-pressed") !== "true") return;
  notes.forEach((hertz, at) => {
    const start = audio.currentTime + at * NOTE_SECONDS;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE_SECONDS);
  });
}

function buzz() {
  if (audio && $("buzz").getAttribute("aria-pressed") === "true" && navigator.vibrate) navigator.vibrate(BUZZ_MS);
}

// -- the first touch -----------------------------------------------------------------------------

// Browsers allow neither sound nor vibration nor video before it.
function touch() {
  if (!audio) audio = new AudioContext();
  if (audio.state === "suspended") audio.resume();
  stayAwake();
}

// A playing stream of a canvas keeps a phone's screen on, except on iPhones. It is muted, so that it doesn't stop the
// guest's music.
async function stayAwake() {
  if (document.hidden || !audio) return;
  if (!video) {
    const canvas = element("canvas", { width: 2, height: 2 });
    if (!canvas.captureStream) return;
    const draw = () => canvas.getContext("2d").fillRect(0, 0, 2, 2);
    draw();
    setInterval(draw, REDRAW_MS); // a stream of one picture may stand still
    video = element("video", { className: "awake", muted: true, playsInline: true, srcObject: canvas.captureStream() });
    video.setAttribute("aria-hidden", "true");
    document.body.append(video);
  }
  await video.play().catch(() => {});
}

// -- the end of a game ---------------------------------------------------------------------------

export function celebrate() {
  play(WIN);
  buzz();
  if (still.matches || document.hidden) return;
  for (let at = 0; at < FLYING; at += 1) {
    const head = element("span", { className: "joy", ariaHidden: "true" }, "∀");
    head.style.left = `${Math.random() * 100}%`;
    head.dataset.heads = [1, 2, 3, 5, 7][at % 5];
    document.body.append(head);
    const frames = [{ transform: "translateY(-10vh)" }, { transform: `translateY(110vh) rotate(${at % 2 ? 300 : -300}deg)` }];
    head.animate(frames, { duration: FALL_MS, delay: Math.random() * FALL_MS / 2, easing: "ease-in", fill: "backwards" })
      .finished.finally(() => head.remove());
  }
}

// -- sharing -------------------------------------------------------------------------------------

$("open-share").onclick = () => {
  $("menu").close();
  $("qr").src = "/qr.svg";
  $("send-link").hidden = !navigator.share;
  $("share").showModal();
};
$("send-link").onclick = () => {
  navigator.share({ title: document.title, url: $("address").textContent }).catch(() => {});
};

prepareSwitch("sound", true, () => play(TURN));
prepareSwitch("buzz", Boolean(navigator.vibrate), buzz);
addEventListener("click", touch, true);
document.addEventListener("visibilitychange", stayAwake);
