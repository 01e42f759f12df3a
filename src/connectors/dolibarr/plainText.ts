/** Texts that Dolibarr's editor stores as HTML. */

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  euro: "€",
  agrave: "à",
  acirc: "â",
  auml: "ä",
  ccedil: "ç",
  egrave: "è",
  eacute: "é",
  ecirc: "ê",
  euml: "ë",
  icirc: "î",
  iuml: "ï",
  ntilde: "ñ",
  ocirc: "ô",
  ouml: "ö",
  szlig: "ß",
  ugrave: "ù",
  ucirc: "û",
  uuml: "ü",
  Agrave: "À",
  Auml: "Ä",
  Ccedil: "Ç",
  Egrave: "È",
  Eacute: "É",
  Ouml: "Ö",
  Uuml: "Ü",
};

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|([a-zA-Z]{2,8}));/g, (entity, code: string | undefined, name: string | undefined) =>
    code === undefined ? (entities[name ?? ""] ?? entity) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );

/** Text without HTML: line breaks and the ends of paragraphs become new lines. Text that is not HTML stays as it is. */
export function plainText(text: string): string {
  if (!/<\/?[a-z][^<>]{0,500}>|&(?:#\d|[a-z]{2})/i.test(text)) return text;
  const broken = text
    .replace(/\r?\n/g, (lineEnd) => (/<(?:br|p|div|li)\b/i.test(text) ? "" : lineEnd))
    .replace(/<br\b[^<>]{0,500}>|<\/(?:p|div|li|tr|h[1-6])>/gi, "\n");
  return decoded(broken.replace(/<\/?[a-z][^<>]{0,500}>/gi, "")).trim();
}
