/** The known layouts of records in vendors' lists: the order of their fields, and a reader compiled for it. */

/** A field of records with the same layout. */
export interface Slot {
  /** The field's last string value, its position, and the parse in which it was read. */
  text: string;
  at: number;
  turn: number;
  /** The layout of the objects in this field. */
  layout: Layout | undefined;
}
export const newSlot = (): Slot => ({ text: "", at: 0, turn: 0, layout: undefined });

export interface Layout {
  readonly fields: Map<string, Slot>;
  /** A record may omit some. */
  order: readonly string[];
  read: ReadRecord | undefined;
  /** How many records used the compiled reader, and how many were read field by field. */
  quick: number;
  slow: number;
}
/** Starts at the record's first field. */
type ReadRecord = (at: number, left: number, slot: Slot) => object;

/** The functions that a compiled reader uses. */
export interface Readers {
  readonly reading: { readonly bytes: Uint8Array; end: number };
  readonly valueAt: (at: number, slot: Slot, left: number) => unknown;
  /** Continues field by field after an unknown field or a different order. */
  readonly slowlyAt: (at: number, record: { [name: string]: unknown }, left: number, slot: Slot) => object;
  readonly missed: Error;
}

/** By the fields of the first record with this layout. A vendor can send any number of layouts. */
const layouts = new Map<string, Layout>();
const mostLayouts = 200;
/** The maximum total length of the field names: the generated code compares each character. */
const longest = 2000;
const isLong = (names: readonly string[]): boolean => names.join("").length > longest;

/** Whether a compiled reader is worthwhile for these records. */
export function learn(slot: Slot, found: ReadonlyMap<string, Slot>, readers: Readers): boolean {
  const names = [...found.keys()];
  if (isLong(names)) return false;
  const isFirst = slot.layout === undefined;
  const layout = (slot.layout ??= layoutOf(names));
  if (!isAlike(layout)) return false;
  // The layout is already compiled; this field just did not know it yet.
  if (isFirst && layout.read !== undefined) return true;
  const order = merged(layout.order, names);
  layout.slow = isLong(order) ? Number.POSITIVE_INFINITY : layout.slow + 1;
  if (!isAlike(layout)) return false;
  layout.order = order;
  for (const [name, field] of found) if (!layout.fields.has(name)) layout.fields.set(name, field);
  if (isTimeToCompile(layout.slow)) layout.read = compiled(layout, readers);
  return true;
}

const fewSlow = 400;
/** Reading field by field takes ten times as long. */
const isAlike = ({ quick, slow }: Layout): boolean => slow < fewSlow || slow < quick / 30;

/** After 4, 8, 16, … slow records. */
const isTimeToCompile = (slow: number): boolean => slow >= 4 && Number.isInteger(Math.log2(slow));

function layoutOf(names: readonly string[]): Layout {
  const name = JSON.stringify(names);
  const known = layouts.get(name);
  if (known !== undefined) return known;
  if (layouts.size === mostLayouts) layouts.clear();
  const made: Layout = { fields: new Map(), order: [], read: undefined, quick: 0, slow: 0 };
  layouts.set(name, made);
  return made;
}

/** Adds the fields of another record. A field that it has in a different position moves there. */
function merged(order: readonly string[], names: readonly string[]): readonly string[] {
  const all = [...order];
  let position = 0;
  for (const name of names) {
    const found = all.indexOf(name);
    if (found >= position) {
      position = found + 1;
      continue;
    }
    if (found >= 0) all.splice(found, 1);
    else position++;
    all.splice(position - 1, 0, name);
  }
  return all;
}

/**
 * `if (bytes[at] === 34 && bytes[at + 1] === 105 && …) { value0 = valueAt(…); … }` for every field. The code contains
 * nothing from outside but field names, as JSON and as numbers.
 */
function compiled({ order, fields }: Layout, { reading, valueAt, slowlyAt, missed }: Readers): ReadRecord {
  const values = order.map((_name, index) => `value${index}`);
  const names = order.map((name) => JSON.stringify(name));
  const steps = names.map((name, index) => {
    const key = [...Buffer.from(`${name}:`)];
    return `if (${key.map((sign, offset) => `bytes[at + ${offset}] === ${sign}`).join(" && ")}) {
      value${index} = valueAt(at + ${key.length}, slots[${index}], left);
      at = reading.end;
      if (bytes[at] === ${closing}) { isWhole = true; break read; }
      if (bytes[at++] !== ${comma}) throw missed;
    }`;
  });
  const code = `return (from, left, slot) => {
    const { bytes } = reading;
    let at = from;
    let isWhole = false;
    let ${values.map((value) => `${value} = absent`).join()};
    read: {
      ${steps.join("\n")}
    }
    if (isWhole) reading.end = at + 1;
    if (isWhole && ${values.map((value) => `${value} !== absent`).join(" && ")})
      return { ${names.map((name, index) => `${name}: value${index}`).join()} };
    const record = {};
    ${names.map((name, index) => `if (value${index} !== absent) record[${name}] = value${index};`).join("\n")}
    return isWhole ? record : slowlyAt(at, record, left, slot);
  };`;
  const scope = {
    reading,
    valueAt,
    slowlyAt,
    missed,
    slots: order.map((name) => fields.get(name)),
    absent: Symbol("absent"),
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  const make = new Function(...Object.keys(scope), code) as (...all: unknown[]) => ReadRecord;
  return make(...Object.values(scope));
}

const [comma, closing] = Buffer.from(",}");
