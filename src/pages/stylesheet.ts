/** The stylesheet of the hosted pages. It is a separate file because the pages' policy forbids inline styles. */
import { paletteCss, type Scheme } from "./palette.ts";
import type { PageStyle } from "./style.ts";

export const stylesheet = (style: PageStyle, scheme?: Scheme): string => paletteCss(style, scheme) + rules;

const rules = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 2.5rem 1rem;
  display: flex; flex-direction: column; align-items: center; justify-content: center;
  background: var(--page); color: var(--text); overflow-wrap: break-word;
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
main {
  width: 100%; max-width: 29rem; padding: 2.25rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1.125rem;
  box-shadow: 0 1px 2px rgb(15 23 42 / 5%), 0 16px 40px -16px rgb(15 23 42 / 18%);
}
h1 { margin: 0 0 .5rem; color: var(--title); font-size: 1.5rem; font-weight: 650; line-height: 1.25; letter-spacing: -.014em; text-wrap: balance; }
p { margin: 0; }
.intro { color: var(--muted); text-wrap: pretty; }
.free { margin-top: 1.5rem; font-size: .9375rem; color: var(--muted); white-space: pre-line; text-wrap: pretty; }
.brand { display: flex; align-items: center; gap: .625rem; margin-bottom: 1.5rem; }
.brand img { display: block; height: 2.75rem; width: auto; max-width: 100%; object-fit: contain; object-position: left; }
[dir=rtl] .brand img { object-position: right; }
.plate { padding: .375rem .5rem; margin: -.375rem -.5rem; border-radius: .625rem; background: var(--plate); }
.tile {
  display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: .75rem;
  background: var(--submit); color: var(--submitText); font-size: 1.125rem; font-weight: 650;
}
.dots + .tile { background: var(--cancel); color: var(--cancelText); box-shadow: inset 0 0 0 1px var(--line); }
.brand > svg { flex: none; border-radius: .75rem; }
.progress { margin-bottom: .375rem; font-size: .8125rem; font-weight: 600; color: var(--muted); }
.access { margin: 1rem 0 0; font-size: .9375rem; display: grid; gap: .5rem; }
.access dt { font-weight: 600; }
.access dd { margin: 0; color: var(--muted); }
.help a { color: var(--text); font-weight: 600; text-underline-offset: .2em; }
.operator { margin-top: .75rem; padding: 0 .5rem; font-size: .8125rem; color: var(--outside); }
.operator a { display: inline-block; padding: .375rem 0; margin-inline-start: .5rem; color: inherit; text-underline-offset: .2em; }
.dots { width: 1.5rem; border-top: .1875rem dotted var(--edge); }
.field { margin-top: 1.375rem; }
label, legend { font-weight: 600; font-size: .9375rem; }
.optional { font-weight: 400; color: var(--muted); }
.box { position: relative; margin-top: .4375rem; }
input:not([type=radio]) {
  width: 100%; min-height: 3rem; padding: .6875rem .875rem; font: inherit;
  color: var(--inputText); background: var(--input); border: 1px solid var(--edge); border-radius: .625rem;
}
::placeholder { color: inherit; opacity: .75; }
input[type=search] { -webkit-appearance: none; appearance: none; }
.box.secret input { padding-inline-end: 7rem; }
input[aria-invalid=true] { border-color: var(--error); box-shadow: 0 0 0 1px var(--error); }
.reveal {
  position: absolute; inset-block: .25rem; inset-inline-end: .25rem; min-height: 2.5rem; padding: 0 .75rem; white-space: nowrap;
  border: 0; border-radius: .5rem; background: transparent; color: var(--inputText); font: inherit; font-size: .875rem; font-weight: 600; cursor: pointer;
}
.reveal[aria-pressed=true] { text-decoration: underline; text-underline-offset: .2em; }
.help { margin-top: .4375rem; font-size: .875rem; color: var(--muted); }
.problem {
  margin: 1.375rem 0 0; padding: .875rem 1rem; color: var(--error); font-size: .9375rem; font-weight: 500;
  border: 1px solid var(--error); border-inline-start-width: .25rem; border-radius: .625rem;
}
.problem ul { margin: .375rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0 .875rem; }
.problem a { display: inline-block; padding: .25rem 0; color: inherit; text-underline-offset: .2em; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.actions button, .actions a {
  flex: 1 1 7rem; min-height: 3rem; padding: .625rem 1.25rem; border: 1px solid transparent; border-radius: .625rem;
  font: inherit; font-weight: 600; cursor: pointer; background: var(--cancel); color: var(--cancelText);
}
.actions a { display: grid; place-items: center; text-decoration: none; }
.actions .submit { flex: 2 1 11rem; background: var(--submit); color: var(--submitText); }
.actions button:hover:not(:disabled) { box-shadow: inset 0 0 0 100vmax rgb(127 127 127 / 12%); }
.actions button:disabled { cursor: progress; opacity: 1; }
.actions .cancel:disabled { opacity: .55; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.busy::before {
  content: ""; display: inline-block; width: 1em; height: 1em; margin-inline-end: .625rem; vertical-align: -.125em;
  border: .15em solid currentColor; border-inline-end-color: transparent; border-radius: 50%; animation: turn .8s linear infinite;
}
@keyframes turn { to { transform: rotate(1turn); } }
fieldset { margin: 1.375rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; }
.find { margin-top: .5rem; }
.find p { font-size: .875rem; color: var(--muted); }
.find p:not(:empty) { margin-top: .375rem; }
.choices { margin: .5rem 0 0; padding: 0; list-style: none; border: 1px solid var(--edge); border-radius: .625rem; background: var(--input); color: var(--inputText); overflow: hidden; }
.choices.long { max-height: 21.5rem; overflow-y: auto; }
.choices li + li { border-top: 1px solid var(--line); }
.choices label { display: flex; align-items: center; gap: .75rem; min-height: 3.25rem; padding: .625rem .875rem; font-size: 1rem; font-weight: 400; cursor: pointer; }
.choices label:hover, .choices label:has(:checked) { box-shadow: inset 0 0 0 100vmax rgb(127 127 127 / 10%); }
.choices label:has(:checked) { font-weight: 600; }
.choices label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: -3px; border-radius: .625rem; }
.choices label :focus-visible { outline: 0; }
.choices input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--submit); }
.choices small { display: block; font-size: .8125rem; font-weight: 400; opacity: .8; }
.notice { margin-top: 1.25rem; padding: .75rem 1rem; font-weight: 500; border: 1px solid var(--edge); border-inline-start-width: .25rem; border-radius: .625rem; }
.connection { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.connection h2 { margin: 0; color: var(--title); font-size: 1.125rem; font-weight: 650; line-height: 1.3; }
.system { display: flex; align-items: center; gap: .75rem; }
.system svg { flex: none; border-radius: .75rem; }
.system p { color: var(--muted); font-size: .9375rem; }
.state { margin-top: .875rem; font-size: .9375rem; font-weight: 600; }
.state::before { content: "✓"; margin-inline-end: .5rem; }
.state.ended { color: var(--error); }
.state.ended::before { content: "!"; }
.facts { margin: .75rem 0 0; display: grid; gap: .625rem; font-size: .9375rem; }
.facts dt { font-weight: 600; }
.facts dd { margin: 0; color: var(--muted); }
.activity { display: flex; justify-content: space-between; gap: 1rem; }
.activity + .activity { margin-top: .25rem; }
.activity > span { display: inline-block; }
.activity > span::first-letter { text-transform: uppercase; }
.activity time { flex: none; text-align: end; font-variant-numeric: tabular-nums; }
.connection .actions { margin-top: 1.125rem; }
.assistants { margin: 1.125rem 0 0; padding: 0; list-style: none; display: grid; gap: .75rem; font-size: .9375rem; }
.assistants form { display: flex; align-items: center; gap: .75rem; }
.assistants div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.assistants span:not(.status) { display: block; color: var(--muted); }
.assistants button, .connect button {
  min-height: 2.75rem; padding: .375rem .875rem; border: 1px solid var(--edge); border-radius: .625rem;
  font: inherit; font-weight: 600; cursor: pointer; background: var(--cancel); color: var(--cancelText);
}
.connection h3 { margin: 1.25rem 0 0; font-size: .9375rem; font-weight: 600; }
.connect { margin-top: .75rem; }
.copied { margin: 1.375rem 0 0; display: grid; gap: 1rem; }
.copied dt { font-weight: 600; font-size: .9375rem; }
.copied dd { margin: .375rem 0 0; padding: .6875rem .875rem; border: 1px solid var(--edge); border-radius: .625rem; background: var(--input); color: var(--inputText); overflow-wrap: anywhere; user-select: all; }
.code { font-family: ui-monospace, "Liberation Mono", monospace; letter-spacing: .08em; }
dd .code { font-size: 1.375rem; }
.write { margin: 1.375rem 0 0; padding: .875rem 1rem; border: 1px solid var(--edge); border-radius: .625rem; background: var(--input); color: var(--inputText); font: inherit; font-size: .9375rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.back { margin-top: 1.5rem; }
.back a { display: inline-block; padding: .375rem 0; color: var(--text); font-weight: 600; text-underline-offset: .2em; }
footer { width: 100%; max-width: 29rem; }
.safety { margin-top: 1.25rem; padding: 0 .5rem; display: flex; gap: .5rem; font-size: .8125rem; color: var(--outside); }
.safety svg { flex: none; width: 1rem; height: 1.2rem; }
.mark { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1.25rem; border-radius: 50%; background: var(--cancel); color: var(--cancelText); }
.mark svg { width: 1.625rem; height: 1.625rem; }
.mark.done { background: var(--submit); color: var(--submitText); }
.reference { margin-top: 1.5rem; font-size: .8125rem; color: var(--muted); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.problem:focus { outline: 0; }
@media (max-width: 30rem) {
  body { padding: 1rem .75rem; justify-content: flex-start; }
  main { padding: 1.5rem 1.25rem; border-radius: 1rem; }
  .activity { display: block; }
  .activity + .activity { margin-top: .5rem; }
  .activity time { display: block; text-align: start; }
  .actions button, .actions .submit { flex-basis: 100%; }
}
@media (prefers-reduced-motion: reduce) { .status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.busy::before { animation-duration: 4s; } }
@media (forced-colors: active) { .tile, .mark, .actions button { border: 1px solid; } }
`;
