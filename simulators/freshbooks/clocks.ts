/** Times have no zone: those of the accounting part are New York's, those of bills UTC. */
import { offsetIn } from "../engine/zone.ts";

const offset = offsetIn("America/New_York");

const written = (at: number): string => new Date(at).toISOString().slice(0, 19).replace("T", " ");

export const utc = written;
export const newYork = (at: number): string => written(at + offset(at));
