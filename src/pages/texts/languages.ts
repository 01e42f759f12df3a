import { danish } from "./danish.ts";
import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import { finnish } from "./finnish.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { italian } from "./italian.ts";
import { norwegian } from "./norwegian.ts";
import { polish } from "./polish.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";
import { swedish } from "./swedish.ts";
import type { Texts } from "./texts.ts";

/** The default texts by language tag. Norwegian has three tags: the language and its two written forms. */
export const languages: ReadonlyMap<string, Texts> = new Map([
  ["da", danish],
  ["de", german],
  ["en", english],
  ["es", spanish],
  ["fi", finnish],
  ["fr", french],
  ["it", italian],
  ["nb", norwegian],
  ["nl", dutch],
  ["nn", norwegian],
  ["no", norwegian],
  ["pl", polish],
  ["pt", portuguese],
  ["sv", swedish],
]);
