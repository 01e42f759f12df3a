/** A process that writes a note and dies at the given step: `writer.ts <database> <vendor> <key> <handler> [step]`. */
import { createBlindNote, createNote, openBench, type Step } from "./bench.ts";

const [database = "", vendor = "", key = "", handlerName = "", step] = process.argv.slice(2);
const bench = openBench(database, vendor);
const handler = handlerName === "blind" ? createBlindNote : createNote;
const written = await bench.writeNote({ text: "once", key, handler }, (reached: Step) => {
  if (reached === step) process.kill(process.pid, "SIGKILL");
});
process.stdout.write(JSON.stringify(written.record));
await bench.close();
