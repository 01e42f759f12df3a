/** A process that writes a note and dies at the given step: `writer.ts <database> <vendor> <key> [step]`. */
import { openBench, type Step } from "./bench.ts";

const [database = "", vendor = "", key = "", step] = process.argv.slice(2);
const bench = openBench(database, vendor);
const written = await bench.writeNote({ text: "once", key }, (reached: Step) => {
  if (reached === step) process.kill(process.pid, "SIGKILL");
});
process.stdout.write(JSON.stringify(written.record));
await bench.close();
