import type { Progress } from "../wiring/run.ts";
import type { Terminal } from "./command.ts";

/** Shorter work needs no progress lines. */
const worthPlainLines = 20_000;
const plainStep = 25;

/** Rewrites one line on an interactive terminal, otherwise prints a few lines. */
export function showProgress({ live, print, rewrite }: Terminal, label: string): Progress {
  let shown = -1;
  return (done, of) => {
    const percent = Math.floor((100 * done) / of);
    const step = live ? percent : percent - (percent % plainStep);
    if (step === shown || (!live && of < worthPlainLines)) return;
    shown = step;
    if (!live) return print(`${label}: ${step} %`);
    rewrite(`${label}: ${step} %`);
    if (step === 100) print("");
  };
}
