import type { Frame } from "../../src/sandbox/engine/page.ts";

export const stylesheet = "/-/style.css";

/** The frame of a simulator's pages, which nobody should take for the vendor's. */
export const frame = (title: string): Frame => ({
  lang: "en",
  brand: `${title} (simulated)`,
  about: "This is a simulator. There are no real books behind it.",
  stylesheet,
});
