/** Masks secrets in text. Finds them by the name before them and by their form. */
import { mask } from "./secret.ts";

const longest = 20_000;
/** How much of a possible token is checked for digits and signs, which ordinary words do not have. */
const longestWord = 200;

/** Names of secrets, in any spelling: api_key, X-API-KEY, apiKey. */
const names = [
  "authori[sz]ation|token|secret|passw(?:or)?[dt]|passwort|passphrase|pwd|cookie|credential|signature|jwt|assertion",
  "(?:api|account|access|private|master|signing|encryption|shared|subscription)[-_. ]?key|session[-_]?id|code[-_]?verifier",
].join("|");

/** Too short to search for inside other words. */
const shortNames = "auth|key|keys|otp|pin|sid|sig|hmac|bearer";

const secretName = new RegExp(`${names}|^(?:${shortNames})$`, "i");

export const isSecretName = (name: string): boolean => secretName.test(name);

/** Secrets that are recognisable by their form. */
const forms: readonly [RegExp, string][] = [
  [/(?:kapi|kacc|ktok|kren)_[a-z0-9]{5,}/gi, mask],
  [/\b(?:whsec_|[spr]k_(?:live|test)_)[\w+/=-]+/g, mask],
  [/(\{\\*"type\\*":\\*"Buffer\\*",\\*"data\\*":\[)[\d,]*/g, `$1${mask}`],
];

const quote = "\\\\{0,15}[\"'`]|%22|%27";
/** Between the two of `["name", "value"]` and of `{"name": "name", "value": "value"}`. */
const pairing = `(?<=["'\`]\\s{0,8}),(?:\\s{0,8}(?:${quote})values?(?:${quote})\\s{0,8}:)?(?=\\s{0,8}(?:${quote}))`;
/** A secret's name and the characters before its value: `name=`, `"name": "`, `\"name\":\"`, `(name)=(`, `<name>`. */
const naming = new RegExp(
  `(?:(?<name>${names})[\\w-]{0,40}` +
    `|(?<=[?&;]|%26|%3F)(?:${shortNames}|code)(?==|%3D)` +
    `|(?<=["'\`])(?:${shortNames})(?=\\\\{0,15}["'\`]))` +
    `(?:\\[[\\w"']{0,20}\\]|%5B\\w{0,20}%5D)?(?:${quote}|[)\\]])?` +
    `\\s{0,8}(?<sign>=>|[:=>]|%3[AD]|${pairing})\\s{0,8}(?<open>${quote})?`,
  "gi",
);

/** A quick check: most text contains nothing of this. */
const suspicious = new RegExp(
  `${names}|(?:\\/|%2F)(?:${shortNames})(?:\\/|%2F)|-----BEGIN|bearer|basic|negotiate|digest|kapi_|kacc_|ktok_|kren_|eyJ|whsec_|[spr]k_(?:live|test)_|Buffer|@|%40` +
    `|(?:[?&;]|%26|%3F)(?:${shortNames}|code)(?:=|%3D)|["'\`](?:${shortNames})\\\\{0,15}["'\`]`,
  "i",
);

export const isSuspicious = (text: string): boolean => suspicious.test(text);

export function scrubText(text: string): string {
  const shortened = text.length > longest ? `${text.slice(0, longest)}…` : text;
  if (!isSuspicious(shortened)) return shortened;
  let scrubbed = maskAfterWord(maskCredentials(maskKeys(shortened)));
  for (const [form, instead] of forms) scrubbed = scrubbed.replace(form, instead);
  return maskNamed(maskSegments(maskUserInfo(maskTokens(scrubbed))));
}

/** Masks path segments after the name of a secret: `/v1/api_key/9f8e7d6c/contacts`. */
const maskSegments = (text: string): string =>
  text.replace(/[^\s"'`<>\\,;]+/g, (run) => (/\/|%2F/i.test(run) ? maskSegmentsIn(run) : run));

function maskSegmentsIn(run: string): string {
  // Separators are at odd positions.
  const parts = run.split(/(\/|%2F)/i);
  return parts
    .map((part, index) => {
      const before = parts[index - 2] ?? "";
      if (index % 2 === 1 || !isSecretName(before) || /^auth$/i.test(before)) return part;
      const end = part.search(/[?#&=:]/);
      const segment = end < 0 ? part : part.slice(0, end);
      return isLikeSecret(segment) ? mask + part.slice(segment.length) : part;
    })
    .join("");
}

/** Words (`/token/revoke`) and short numbers (`/keys/12`) are not secrets. */
const isLikeSecret = (segment: string): boolean =>
  /^[^{]{6,}$/.test(segment) && !/^(?:[a-z_-]{1,24}|\d{1,9})$/i.test(segment);

/** Masks PEM keys; a key without an end mark extends to the end of the text. */
function maskKeys(text: string): string {
  let masked = "";
  let from = 0;
  let isInside = false;
  for (const { 0: marked, 1: side, index } of text.matchAll(/-----(BEGIN|END) [\w ]*KEY-----/g)) {
    if (isInside === (side === "BEGIN")) continue;
    if (!isInside) masked += text.slice(from, index) + mask;
    from = index + marked.length;
    isInside = !isInside;
  }
  return isInside ? masked : masked + text.slice(from);
}

/** Masks credentials after an authentication scheme. */
const maskCredentials = (text: string): string =>
  text.replace(
    /\b(bearer|basic|negotiate|digest)((?:\s|%20|\+){1,4})([^\s"'`,;<>\\&)}\]]+)/gi,
    (match, scheme: string, gap: string, value: string) => (mask.startsWith(value) ? match : scheme + gap + mask),
  );

/** Masks the text after `token` or `apikey`, unless it is an ordinary word. */
const maskAfterWord = (text: string): string =>
  text.replace(
    /\b(token|apikey)(\s{1,4})[^\s"'`,;<>\\&)}\]=]{12,}/gi,
    (match, word: string, gap: string, at: number) => {
      const start = at + word.length + gap.length;
      const [following = ""] = text.slice(start, start + longestWord).split(/\s/);
      return /[\d_=]/.test(following) ? word + gap + mask : match;
    },
  );

/** Masks JSON Web Tokens. */
const maskTokens = (text: string): string =>
  text.replace(/[\w.-]+/g, (run) => {
    const start = run.search(/\beyJ[\w-]{5}/);
    return start !== -1 && /\.[\w-]/.test(run.slice(start)) ? run.slice(0, start) + mask : run;
  });

/** Masks the user name and password in a URL. */
const maskUserInfo = (text: string): string =>
  text.replace(/(:\/\/|:\\\/\\\/|%3A%2F%2F)([^\s/?#"'<>\\]+)/gi, (match, before: string, authority: string) => {
    const end = Math.max(authority.lastIndexOf("@"), authority.lastIndexOf("%40"));
    return end < 1 ? match : before + mask + authority.slice(end);
  });

function maskNamed(text: string): string {
  let masked = "";
  let from = 0;
  const finder = new RegExp(naming);
  for (let found = finder.exec(text); found !== null; found = finder.exec(text)) {
    const start = finder.lastIndex;
    const end = endOfValue(text, start, found.groups ?? {});
    if (isWorthHiding(text.slice(start, end))) {
      masked += text.slice(from, start) + mask;
      from = end;
    }
    finder.lastIndex = end;
  }
  return masked + text.slice(from);
}

const isWorthHiding = (value: string): boolean => !/^(?:|null|true|false|undefined)$/.test(value);

function endOfValue(text: string, start: number, groups: Readonly<Record<string, string | undefined>>): number {
  const { name, sign, open } = groups;
  if (open !== undefined) return endOfQuoted(text, start, open);
  if (sign === ">") return orEnd(text, text.indexOf("</", start));
  if (/[{[(]/.test(text.charAt(start))) return endOfBrackets(text, start);
  // The value of a header may contain spaces and signs; it extends to the end of the line.
  const header = sign === ":" && /authori|cookie/i.test(name ?? "");
  const stop = header ? /[\r\n"`]|\\[rn"]/g : /[\s&;,"'`}\])<>\\]|%26|%22/g;
  stop.lastIndex = start;
  return stop.exec(text)?.index ?? text.length;
}

/** In nested JSON the closing quote has as many backslashes as the opening one; a quote with more is content. */
function endOfQuoted(text: string, start: number, open: string): number {
  if (open.startsWith("%")) return orEnd(text, text.indexOf(open, start));
  const sign = open.slice(-1);
  for (let at = text.indexOf(sign, start); at !== -1; at = text.indexOf(sign, at + 1)) {
    let before = at;
    while (before > start && text[before - 1] === "\\") before--;
    if (at - before <= open.length - 1) return before;
  }
  return text.length;
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if ("{[(".includes(sign)) depth++;
    else if ("}])".includes(sign) && --depth === 0) return at + 1;
  }
  return text.length;
}

const orEnd = (text: string, found: number): number => (found === -1 ? text.length : found);
