/** The frame around every hosted page, and the parts that pages share. */
import { html, type Markup, type Part } from "../web/html.ts";
import { defaultTexts, fill, type Look, languageAttributes } from "./look.ts";
import { markSvg, type SystemMark } from "./systemMark.ts";

export interface Frame {
  /** The title of the browser tab. */
  readonly title: string;
  readonly systemName?: string | undefined;
  readonly mark?: SystemMark | undefined;
  /**
   * The tenant's style is found by the flow, by the state that the vendor sent back, by the end user's page, or by the
   * question of an assistant. Without any of them, the default applies.
   */
  readonly flow?: string | undefined;
  readonly state?: string | undefined;
  readonly page?: string | undefined;
  readonly consent?: string | undefined;
  readonly question?: string | undefined;
  readonly footer?: Part;
}

/** The parameters that identify whom a page is for. */
export const trailParameters = ["flow", "state", "page", "consent", "question"] as const;
export type Trail = Pick<Frame, (typeof trailParameters)[number]>;

const query = (trail: Trail): string => {
  const name = trailParameters.find((parameter) => trail[parameter] !== undefined);
  return name === undefined ? "" : `?${name}=${encodeURIComponent(trail[name] ?? "")}`;
};

export const page = (look: Look, frame: Frame, content: Markup): string => {
  const { lang, dir } = languageAttributes(look);
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${look.preview?.stylesheet ?? `/auth/assets/page.css${query(frame)}`}">
${look.preview === undefined && html`<script src="/auth/assets/page.js" defer></script>\n`}</head>
<body>
<main>
${brand(look, frame)}${content}</main>
${footerPart(frame.footer, operatorPart(look))}</body>
</html>
`.text;
};

const initial = (name: string): string => (Array.from(name.trim())[0] ?? "").toUpperCase();

function brand(look: Look, frame: Frame): Part {
  const { systemName } = frame;
  const logo = look.style.logoSvg ?? look.style.logoPng;
  const system =
    frame.mark === undefined
      ? systemName && html`<span class="tile">${initial(systemName)}</span>`
      : markSvg(frame.mark);
  const systemPart = system && html`<span class="dots"></span>${system}`;
  const address = look.preview?.logo ?? (query(frame) === "" ? undefined : `/auth/assets/logo${query(frame)}`);
  if (logo !== undefined && address !== undefined)
    return html`<div class="brand"><span class="plate"><img src="${address}" alt="${look.tenantName}"></span>${systemPart}</div>
`;
  if (systemName === undefined) return undefined;
  return html`<div class="brand" aria-hidden="true"><span class="tile">${initial(look.tenantName)}</span>${systemPart}</div>
`;
}

const footerPart = (pageFooter: Part, operator: Part): Part =>
  (pageFooter !== undefined || operator !== undefined) &&
  html`<footer>${pageFooter}${operator}</footer>
`;

/** The operator's name, privacy and help links. */
function operatorPart(look: Look): Part {
  const { name, privacyUrl, helpUrl } = look.operator ?? {};
  const texts = defaultTexts(look);
  const links = [
    [privacyUrl, texts.privacy],
    [helpUrl, texts.help],
  ] as const;
  if (name === undefined && privacyUrl === undefined && helpUrl === undefined) return undefined;
  return html`<div class="operator"><p>${name !== undefined && fill(texts.operatedBy, { operator: name })}${links.map(
    ([url, label]) => url !== undefined && html` <a href="${url}" rel="noopener">${label}</a>`,
  )}</p></div>
`;
}

/** The current step, if there is more than one. */
export const progress = (look: Look, { step, total }: Progress): Part =>
  total > 1 &&
  html`<p class="progress">${fill(defaultTexts(look).stepOf, { step: String(step), total: String(total) })}</p>
`;

export interface Progress {
  readonly step: number;
  readonly total: number;
}

/** Fills in the names of the platform and the target system. */
export const wordingFor =
  (look: Look, systemName: string) =>
  (text: string): string =>
    fill(text, { platform: look.tenantName, system: systemName });

export interface FormFacts {
  readonly flow: string;
  /** Proves that the form was made for this browser. */
  readonly check: string;
}

/** The hidden fields of every form. */
export const tokens = ({ flow, check }: FormFacts): Markup =>
  html`<input type="hidden" name="flow" value="${flow}"><input type="hidden" name="check" value="${check}">`;

export interface Actions extends FormFacts {
  readonly submit: string | undefined;
  readonly cancel: string;
  /** The button's text while the request runs. */
  readonly busy: string;
}

/** The cancel button belongs to a separate form, so that it does not submit the user's input. */
export const actions = ({ submit, cancel, busy }: Actions): Markup =>
  html`<div class="actions">
${submit !== undefined && html`<button class="submit" type="submit" data-busy="${busy}">${submit}</button>\n`}<button class="cancel" type="submit" form="cancel">${cancel}</button>
</div>
<p role="status" class="status"></p>
`;

export const cancelForm = (facts: FormFacts): Markup =>
  html`<form id="cancel" method="post" action="/auth/cancel">${tokens(facts)}</form>
`;

export const formAddress = (path: "submit" | "selections", flow: string): string => `/auth/${path}${query({ flow })}`;

export interface Problem {
  readonly text: string;
  readonly heading: string;
  readonly fields: readonly { readonly id: string; readonly label: string }[];
}

/** Takes the focus, so that screen readers announce the problem first. */
export const problemSummary = ({ text, heading, fields }: Problem): Markup =>
  html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus>
<p>${text}</p>
${
  fields.length > 0 &&
  html`<ul aria-label="${heading}">${fields.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul>
`
}</div>
`;
